"""First names that are common at German Skat tables, folded."""

COMMON = """
achim adolf albert alexander alfons alfred alois andrea andreas angelika anja anke anna
anne anneliese annette anton armin arno arnold arthur astrid august axel barbara beate
bernd bernhard bettina birgit bjoern bodo brigitte bruno burkhard carina carla carsten
charlotte christa christel christian christiane christina christine christoph claudia
claus clemens cornelia daniel daniela detlef dieter dietmar dietrich dirk dominik doris
dorothea eberhard eckhard edeltraud edgar edith eduard egon elfriede elisabeth elke
ellen emil emma engelbert erhard erich erika erna ernst erwin eugen eva ewald felix
ferdinand florian frank franz franziska frieda friedhelm friedrich fritz gabi gabriele
georg gerald gerd gerda gerhard gerlinde gert gertrud gisela gottfried gregor gudrun
guenter guenther guido gunter gustav hanna hannelore hannes hans harald harry hartmut
heide heidi heike heiko heiner heinrich heinz helga helmut helmuth henning henry herbert
hermann hildegard hilde holger horst hubert hugo ida ilona ilse inge ingeborg ingo
ingrid irene iris irmgard jakob jan jana jens joachim jochen joerg johann johanna
johannes jonas josef juergen julia julian jutta kai karin karl karla karlheinz karsten
katharina kathrin katja katrin kerstin kirsten klara klaus knut konrad kristina kurt
lars lena leo lieselotte lisa lothar ludwig luise lukas lutz manfred manuela marco
margarete margit margot maria marianne marie mario marion markus marlies marta martha
martin martina mathias matthias max maximilian melanie michael michaela mike monika
nadine nicole nils norbert olaf oliver oskar otto patrick paul paula peter petra philipp
rainer ralf ralph regina reiner reinhard reinhold renate rene richard rita robert roland
rolf roman rosemarie rudi rudolf ruediger ruth sabine sandra sarah sebastian siegfried
sigrid silke silvia simon simone sonja stefan stefanie steffen stephan susanne sven
sylvia tanja thea theodor thomas thorsten tim tobias torsten udo ulf ulla ulrich ulrike
ursula ute uwe vera verena viktor volker waldemar walter waltraud werner wilfried
wilhelm willi willy winfried wolf wolfgang wolfram
"""

FIRST_NAMES = frozenset(COMMON.split())

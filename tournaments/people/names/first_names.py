"""First names common among German Skat players, folded."""

COMMON = """
achim adolf albert alexander alfons alfred alois andrea andreas angelika anita anja anke
anna anne anneliese annette antje anton armin arne arno arnold arthur astrid august axel
baerbel barbara beate ben bernd bernhard bettina birgit birte bjarne bjoern bodo
brigitte bruno burkhard carina carla carsten charlotte christa christel christian
christiane christina christine christoph claudia claus clemens conny cornelia daniel
daniela dennis detlef dieter dietmar dietrich dirk dominik doris dorothea eberhard
eckart eckhard edeltraud edgar edith eduard egon ekkehard elfriede elisabeth elke ellen
elvira emil emilie emma engelbert erhard erich erika erna ernst erwin eugen eva evelyn
ewald felicitas felix ferdinand fiete florian frank franz franziska frieda friedhelm
friedrich fritz gabi gabriele georg gerald gerd gerda gerhard gerlinde gert gertrud
gisela gitta gitti gottfried gregor gudrun guenni guenter guenther guido gunter gustav
hanna hannah hannelore hannes hans hansi hansjuergen harald harry hartmut hauke hedwig
heide heidi heike heiko heiner heinrich heinz heinzi helene helga helmut helmuth henning
henry herbert hermann hilde hildegard hinrich holger horst hubert hugo ida ilona ilse
inge ingeborg ingo ingrid irene iris irmgard jakob jan jana jannik jens joachim jochen
joerg johann johanna johannes jonas jonathan josef juergen julia julian jupp jutta kai
kalle karin karl karla karlheinz karsten katharina kathrin katja katrin kerstin kevin
kirsten klaas klara klaus knut konrad kristina kurt lars laura lea lena leo leonie
lieselotte lina lisa lothar ludwig luise lukas lutz magda magdalena malte manfred manni
manuela marcel marco marcus margarete margit margot maria marianne marie mario marion
marius markus marlies marta martha martin martina mathias matthias max maximilian
melanie mia michael michaela mike monika moritz nadine nicole niklas nils nina nora
norbert olaf ole olga oliver oskar otto pascal patrick paul paula paulina peter petra
philipp rainer ralf ralph regina reiner reinhard reinhold renate rene richard rita
robert roland rolf roman rosa rosemarie rosi rudi rudolf ruediger ruth sabine sandra
sarah sebastian sepp siegfried siggi sigmund sigrid silke silvia simon simone soeren
sofia sonja sophie stefan stefanie steffen steffi stephan susanne susi sven swantje
sylvia tanja thea theo theodor thomas thorsten tim tina tobias tom toni torsten udo ulf
uli ulla ulli ulrich ulrike ursula uschi ute uwe valentin vera verena veronika viktor
volker waldemar walter waltraud werner wiebke wilfried wilhelm willi willy winfried wolf
wolfgang wolfram
"""

FIRST_NAMES = frozenset(COMMON.split())

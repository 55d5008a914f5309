#!/bin/sh
cd "$(dirname "$0")" || exit
SKATCLUB_DATA=$PWD/Daten PYTHONUTF8=1
export SKATCLUB_DATA PYTHONUTF8
cd programm || exit
text=no_python_$(uname).txt
for each in @PYTHONS@; do
    if "$each" skatclub/start/fits.py 2>/dev/null; then
        echo "Skatclub wird gestartet. Das dauert einen Augenblick ..."
        "$each" manage.py up @OPTIONS@ "$@" && exit
        text=failed.txt
        break
    fi
done
cat "skatclub/start/$text"
read -r _
exit 1

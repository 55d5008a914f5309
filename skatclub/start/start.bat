@echo off
chcp 65001 >nul
title Skatclub
if not exist "%~dp0programm\manage.py" goto packed
pushd "%~dp0programm"
set "SKATCLUB_DATA=%~dp0Daten"
set "PYTHONUTF8=1"
set "PYTHON="
for %%p in (@PYTHONS@) do if not defined PYTHON call :try %%~p
if not defined PYTHON goto missing
echo Skatclub wird gestartet. Das dauert einen Augenblick ...
%PYTHON% manage.py up @OPTIONS@ %*
if errorlevel 1 goto failed
exit /b 0

:try
%* skatclub\start\fits.py >nul 2>nul
if not errorlevel 1 set "PYTHON=%*"
exit /b 0

:packed
echo Bitte zuerst die ZIP-Datei entpacken: mit der rechten Maustaste anklicken,
echo "Alle extrahieren" anklicken und dann in dem neuen Ordner noch einmal starten.
pause
exit /b 1

:missing
type skatclub\start\no_python_windows.txt
pause
exit /b 1

:failed
type skatclub\start\failed.txt
pause
exit /b 1

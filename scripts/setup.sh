#!/bin/sh
# All the set-up there is: Debian packages, the virtual environment .venv from requirements.lock, the project itself.
# Idempotent: a stamp of what was installed makes a second run end at once. Every failure is one sentence with its remedy.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "setup: $1" >&2; exit 1; }

UV_VERSION=0.13.9
PACKAGES="strace util-linux iproute2 tesseract-ocr tesseract-ocr-eng tesseract-ocr-script-cyrl tesseract-ocr-kor tesseract-ocr-ara tesseract-ocr-script-deva tesseract-ocr-heb chromium chromium-driver fonts-dejavu-core fonts-liberation fonts-noto-core fonts-droid-fallback fonts-roboto fonts-open-sans fonts-lato ca-certificates"

PYTHON=
for candidate in python3.11 python3; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])')" = 3.11 ]; then
        PYTHON=$candidate
        break
    fi
done
[ -n "$PYTHON" ] || fail "Python 3.11 was not found. Remedy: install it (Debian 12: apt-get install python3 python3-venv) and run again."

stamp=$( { cat requirements.lock pyproject.toml scripts/setup.sh; "$PYTHON" -V; pwd; } | sha256sum | cut -d' ' -f1)
if [ -x .venv/bin/entrophy ] && [ "$(cat .venv/.setup-stamp 2>/dev/null)" = "$stamp" ] &&
    command -v tesseract >/dev/null 2>&1 && command -v chromium >/dev/null 2>&1; then
    exit 0
fi

missing=
if command -v dpkg-query >/dev/null 2>&1; then
    for package in $PACKAGES; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
    # OpenCV's ordinary build loads these two; a bare Debian has neither.
    for library in libgl1 libglib2.0-0; do
        dpkg-query -W -f='${Status}' "$library" 2>/dev/null | grep -q 'ok installed' || missing="$missing $library"
    done
else
    command -v tesseract >/dev/null 2>&1 || fail "tesseract was not found and this is no Debian. Remedy: install Tesseract 5 and Chromium, then run again."
fi
if [ -n "$missing" ]; then
    [ "$(id -u)" = 0 ] || fail "Debian packages are missing. Remedy: run 'sudo apt-get install -y$missing' once, then run again."
    echo "setup: installing Debian packages:$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null || fail "'apt-get update' failed. Remedy: check the network and /etc/apt/sources.list, then run again."
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $missing >/dev/null || fail "apt-get could not install$missing. Remedy: run 'apt-get install$missing' by hand and read what it says."
fi

[ -x .venv/bin/python ] || "$PYTHON" -m venv --without-pip .venv || fail "the virtual environment .venv could not be made. Remedy: apt-get install python3-venv, then run again."
UV=$(command -v uv || true)
if [ -z "$UV" ]; then
    [ -x .venv/uv/bin/uv ] || { "$PYTHON" -m venv .venv/uv && .venv/uv/bin/python -m pip install -q --disable-pip-version-check "uv==$UV_VERSION"; } ||
        fail "the installer uv could not be fetched from the Python package index. Remedy: check the network or proxy settings, then run again."
    UV=.venv/uv/bin/uv
fi
# Compiled once here: otherwise every process would compile a hundred thousand lines of packages again where the
# environment forbids Python to write bytecode.
echo "setup: installing the locked Python packages (the first time about 5.5 GB, most of it torch with CUDA)"
"$UV" pip sync -q --compile-bytecode --python .venv/bin/python --require-hashes requirements.lock || fail "the locked packages could not be installed. Remedy: check the network and that 10 GB of disk are free, then run again."
"$UV" pip install -q --python .venv/bin/python --no-deps --no-build-isolation -e . || fail "the project itself could not be installed. Remedy: read the message above; it names the file."
.venv/bin/python -c 'import cv2; cv2.CascadeClassifier' 2>/dev/null || fail "OpenCV does not load. Remedy: remove .venv and run 'make setup' again (only opencv-python may be installed, not -headless)."
echo "$stamp" > .venv/.setup-stamp
echo "setup: done"

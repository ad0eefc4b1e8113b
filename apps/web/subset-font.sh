#!/bin/sh
# Makes fonts/source-sans-3.woff2: ASCII and the signs the product writes, weights 400 to 600.
# Needs Debian's fonttools and python3-brotli. Run once after a new version of the font package; the result is committed.
set -e
cd "$(dirname "$0")"
source=../../node_modules/@fontsource-variable/source-sans-3
work=$(mktemp -d)
fonttools varLib.instancer "$source/files/source-sans-3-latin-wght-normal.woff2" wght=400:600 --output "$work/limited.ttf"
pyftsubset "$work/limited.ttf" --flavor=woff2 --output-file=fonts/source-sans-3.woff2 \
  --unicodes="U+20-7E,A0,A3,A7,A9,AE,B0,B1,B2,B3,B5,B7,D7,E0,E1,E7,E8,E9,EA,EB,ED,EF,F1,F3,F4,F6,FC,2010,2011,2013,2014,2018,2019,201C,201D,2022,2026,20AC,2191,2193,2212" \
  --layout-features="kern,liga,tnum,lnum,mark,ccmp,locl"
cp "$source/LICENSE" fonts/OFL.txt
rm -r "$work"
ls -l fonts

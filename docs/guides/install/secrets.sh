#!/bin/sh
# Makes the secrets of an installation in a folder: secrets.sh FOLDER [HOST OF THE DATABASE]. What is there already stays.
# Put copies into a safe: without them a backup cannot be read. Write the address of your mail server into smtp-url.
set -eu
umask 077
folder="${1:?name the folder, such as /etc/field-office}"
host="${2:-127.0.0.1}"
mkdir -p "$folder"
random() { openssl rand -base64 32 | tr -d '\n'; }
for name in pepper personal.key metrics-token postgres-password; do
  [ -s "$folder/$name" ] || random > "$folder/$name"
done
# in an address only letters and digits need no quoting
[ -s "$folder/database-password" ] || openssl rand -hex 32 | tr -d '\n' > "$folder/database-password"
[ -s "$folder/database-url" ] || printf 'postgres://field_office:%s@%s:5432/field_office' "$(cat "$folder/database-password")" "$host" > "$folder/database-url"
# here, so that what is written into it later is readable by its owner only
[ -e "$folder/smtp-url" ] || : > "$folder/smtp-url"
[ -s "$folder/seal.pem" ] || openssl genpkey -algorithm ed25519 -out "$folder/seal.pem"

#!/bin/sh
# Runs once, when the database is made: the account of the server owns the database and is no superuser.
set -eu
# by itself: a password that cannot be read ends this script
password="$(cat /run/secrets/database-password)"
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v password="$password" <<'SQL'
create role field_office login password :'password';
create role ops nologin;
grant ops to field_office;
create database field_office owner field_office;
SQL

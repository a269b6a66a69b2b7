#!/bin/sh
# The Postgres image runs this once, on an empty data folder. Creates for each name in DATABASES a role
# and a database that it owns; no other role may connect to the database.
set -eu

for name in $DATABASES; do
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=name="$name" --set=password=development \
    --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect on database :"name" from public;
SQL
done

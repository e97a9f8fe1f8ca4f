-- Which secrets of the service this database rests under, so that a process with others does not start.

create table service_secrets (
  kind       text not null check (kind in ('master', 'pepper')),
  secret_id  text not null,
  used_at    timestamptz not null default now(),
  primary key (kind, secret_id)
);
comment on table  service_secrets is 'Fingerprints of the secrets that something here may need. Of the whole service and no company.';
comment on column service_secrets.kind is 'master: seals what the service keeps for itself. pepper: is in the hash of every API key.';
comment on column service_secrets.secret_id is 'The beginning of a hash of it: names it and says nothing of it.';
comment on column service_secrets.used_at is 'When a process last started that makes with it: whoever lacks the last of them does not start.';

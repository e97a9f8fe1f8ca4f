-- Keys in full: from where they may call, how often, in which environment, and which pepper hashed them.

alter table companies add column production_since timestamptz;
comment on column companies.production_since is 'When the company completed its switch to production; null: its live keys are refused and none can be minted.';
update companies c set production_since = c.created_at
 where exists (select 1 from api_keys k where k.company_id = c.company_id and k.ambiente = '01');

alter table api_keys
  add column ip_ranges    inet[] not null default '{}',
  add column limit_hour   integer not null default 60 check (limit_hour > 0),
  add column limit_day    integer not null default 300 check (limit_day > 0),
  add column limit_status integer not null default 240 check (limit_status > 0),
  add column pepper_id    text,
  add column vault_failed_ats timestamptz[] not null default '{}';
comment on column api_keys.secret_hash is 'HMAC-SHA-256 of the secret under a pepper of the service; the secret is shown once and not kept. It is made anew, under the newest pepper, when the key is used.';
comment on column api_keys.ip_ranges is 'Where its calls may come from: addresses and CIDR ranges. Empty: from anywhere.';
comment on column api_keys.limit_hour is 'Calls in any 3,600 seconds, /v1/status apart.';
comment on column api_keys.limit_day is 'Calls in any 86,400 seconds, /v1/status apart.';
comment on column api_keys.limit_status is 'Calls of /v1/status in any 3,600 seconds.';
comment on column api_keys.vault_failures is 'Wrong sign keys within an hour, as of the last one; the lock is this count, so it holds across processes.';
comment on column api_keys.vault_failed_at is 'When the last of them came.';
comment on column api_keys.vault_failed_ats is 'When those of the last hour came: five in any hour suspend, also across the turn of one.';
comment on column api_keys.pepper_id is 'Which pepper made secret_hash, so that one sees when an older pepper is no longer needed. Null: not known yet.';

create table rate_windows (
  company_id uuid not null,
  key_id     text not null,
  kind       text not null check (kind in ('cuota', 'estado')),
  last_seq   bigint not null default 0,
  last_at    timestamptz not null default 'epoch',
  primary key (company_id, key_id, kind),
  foreign key (company_id, key_id) references api_keys
) with (fillfactor = 50);
comment on table  rate_windows is 'One counter for each key and kind of call. Its row is locked while a call is counted, so that the limits hold exactly over all processes.';
comment on column rate_windows.company_id is 'Owner.';
comment on column rate_windows.key_id is 'The key.';
comment on column rate_windows.kind is 'estado: /v1/status. cuota: every other call.';
comment on column rate_windows.last_seq is 'How many calls were ever counted.';
comment on column rate_windows.last_at is 'Instant of the last one. It never goes back, also where the clocks of two processes differ.';

create table rate_calls (
  company_id uuid not null,
  key_id     text not null,
  kind       text not null,
  at         timestamptz not null,
  seq        bigint not null,
  primary key (company_id, key_id, kind, at, seq)
);
comment on table  rate_calls is 'The counted calls of the last day. They are numbered without gap and their instants never go back, so the first one inside a window says how many are.';
comment on column rate_calls.company_id is 'Owner.';
comment on column rate_calls.key_id is 'See rate_windows.';
comment on column rate_calls.kind is 'See rate_windows.';
comment on column rate_calls.at is 'When it was counted.';
comment on column rate_calls.seq is 'Its number: rate_windows.last_seq when it was counted.';

insert into rate_windows (company_id, key_id, kind)
select company_id, key_id, kind from api_keys, unnest(array['cuota', 'estado']) as kind;

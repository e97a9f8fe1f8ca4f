-- Webhooks: the addresses to which a company's feed is delivered, and what was delivered (ADR 0114).

create table webhooks (
  company_id    uuid not null,
  webhook_id    uuid not null,
  ambiente      text not null,
  url           text not null,
  descripcion   text,
  tipos         text[],
  secret        bytea not null,
  secret_before bytea,
  before_until  timestamptz,
  position      bigint not null,
  told          bigint not null default 0,
  activo        boolean not null default true,
  off_since     timestamptz,
  off_by        text check (off_by in ('manual', 'fallos')),
  failing_since timestamptz,
  slots         smallint not null default 0,
  lease_until   timestamptz not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (company_id, webhook_id),
  check (activo = (off_since is null) and activo = (off_by is null)),
  check ((secret_before is null) = (before_until is null))
);
comment on table  webhooks is 'One row for each address: a reader of the feed of its company and environment, with its own position.';
comment on column webhooks.company_id is 'Owner.';
comment on column webhooks.webhook_id is 'Ours.';
comment on column webhooks.ambiente is 'CAT-001: of the key that created it. Which feed it reads.';
comment on column webhooks.url is 'Where it is delivered. Checked when it is stored, and again at each delivery, because names and settings change.';
comment on column webhooks.descripcion is 'The company''s own words.';
comment on column webhooks.tipos is 'The types that it wants. Null: all.';
comment on column webhooks.secret is 'What signs, encrypted under the company''s data key.';
comment on column webhooks.secret_before is 'The one before, which signs too for a day after a rotation.';
comment on column webhooks.before_until is 'Until when it does.';
comment on column webhooks.position is 'Up to where in its feed it has deliveries, or wanted none.';
comment on column webhooks.told is 'How many deliveries it ever had: the last ordinal.';
comment on column webhooks.activo is 'Whether it is delivered to.';
comment on column webhooks.off_since is 'Since when it is switched off.';
comment on column webhooks.off_by is 'manual: by the company. fallos: after five days in which nothing arrived.';
comment on column webhooks.failing_since is 'The first failure since the last success. Null: none.';
comment on column webhooks.slots is 'How many deliveries at once whoever holds the lease may make: those of a company are eight together.';
comment on column webhooks.lease_until is 'Until then one process delivers to it, or it rests after failures. The one that was free longest is next.';
comment on column webhooks.created_at is 'When it was created.';
comment on column webhooks.updated_at is 'When the company last changed it.';

create table webhook_deliveries (
  company_id uuid not null,
  webhook_id uuid not null,
  ordinal    bigint not null,
  novedad    uuid not null,
  position   bigint,
  tipo       text not null,
  attempts   smallint not null default 0,
  next_at    timestamptz,
  last_at    timestamptz,
  codigo     smallint,
  estado     text not null generated always as (case when next_at is not null then 'pendiente'
                                                     when codigo between 200 and 299 then 'entregada'
                                                     else 'fallida' end) stored,
  motivo     text,
  created_at timestamptz not null,
  primary key (company_id, webhook_id, ordinal),
  unique (company_id, webhook_id, novedad)
);
create index webhook_deliveries_due on webhook_deliveries (company_id, webhook_id, next_at) where next_at is not null;
comment on table  webhook_deliveries is 'What is told to an address, for 30 days. A row has no body: that is read from the feed at each attempt. No foreign key, so that an address with a million deliveries is deleted at once; they go with their age.';
comment on column webhook_deliveries.company_id is 'Owner.';
comment on column webhook_deliveries.webhook_id is 'The address.';
comment on column webhook_deliveries.ordinal is 'The order of the list, which is the feed''s.';
comment on column webhook_deliveries.novedad is 'webhook-id, without its prefix: the id that the feed tells it by.';
comment on column webhook_deliveries.position is 'Its place in the feed. Null: a test, which the feed does not have.';
comment on column webhook_deliveries.tipo is 'What it tells.';
comment on column webhook_deliveries.estado is 'As the wire has it. fallida: it is not tried again by itself.';
comment on column webhook_deliveries.attempts is 'How often it was sent.';
comment on column webhook_deliveries.next_at is 'When it is sent next. Null: it is not.';
comment on column webhook_deliveries.last_at is 'When it was last sent.';
comment on column webhook_deliveries.codigo is 'The status of the last answer. Null: there was none.';
comment on column webhook_deliveries.motivo is 'Why the last attempt failed, in words for the company.';
comment on column webhook_deliveries.created_at is 'When it was taken from the feed.';

alter table api_keys
  drop constraint api_keys_scopes,
  add constraint api_keys_scopes
    check (scopes <@ array['issue', 'query', 'download', 'catalog', 'webhooks']) not valid;

-- Owners and administrators have them from the console. Few rows: one for each person, company and environment.
update api_keys k set scopes = k.scopes || array['webhooks']
  from person_keys p join memberships m on m.company_id = p.company_id and m.person_id = p.person_id
 where k.company_id = p.company_id and k.key_id = p.key_id and m.rol in ('dueno', 'administrador')
   and not k.scopes @> array['webhooks'];

-- Delivery to the buyer by mail (docs/wire.md#entrega). A document without delivery has no row anywhere here.

-- small: one row for each company
alter table companies add column entrega text not null default 'nunca' check (entrega in ('nunca', 'si_tiene_correo'));
comment on column companies.entrega is 'Whom a document is sent to whose request says nothing about it: nobody, or the address of its receptor.';

create table mail_settings (
  company_id    uuid primary key references companies,
  host          text not null,
  port          integer not null check (port between 1 and 65535),
  tls           text not null check (tls in ('implicit', 'starttls')),
  sender        text not null,
  secrets       bytea not null,
  inner_network boolean not null,
  updated_at    timestamptz not null
);
comment on table  mail_settings is 'A company''s own mail server. Without a row its mail goes through the service''s.';
comment on column mail_settings.company_id is 'Owner.';
comment on column mail_settings.host is 'Name or address of the server.';
comment on column mail_settings.port is 'Of the server.';
comment on column mail_settings.tls is 'implicit: TLS from the first byte. starttls: refused if the server does not offer it.';
comment on column mail_settings.sender is 'The address that its mail comes from.';
comment on column mail_settings.secrets is 'User, password, DKIM key: JSON, encrypted under the company''s data key and bound to this row.';
comment on column mail_settings.inner_network is 'Whether the server may be on this machine or its internal networks, which only an operator may say.';
comment on column mail_settings.updated_at is 'When it was last set.';

create table delivery_addresses (
  company_id        uuid not null,
  codigo_generacion uuid not null,
  address_id        bigint generated always as identity,
  address           bytea not null,
  told              boolean not null default true,
  primary key (company_id, codigo_generacion, address_id)
);
comment on table  delivery_addresses is 'Whom a document is sent to, one row for each address. Kept with the document: an invalidation tells the same addresses.';
comment on column delivery_addresses.company_id is 'Owner.';
comment on column delivery_addresses.codigo_generacion is 'The document.';
comment on column delivery_addresses.address_id is 'Names the address in deliveries.';
comment on column delivery_addresses.address is 'Encrypted under the company''s data key, as the document is, and bound to the document.';
comment on column delivery_addresses.told is 'False: a correction under the same code named others. Its deliveries are still shown.';

create table deliveries (
  company_id        uuid not null,
  delivery_id       uuid not null,
  codigo_generacion uuid not null,
  address_id        bigint not null,
  ambiente          text not null,
  ocasion           text not null check (ocasion in ('contingencia', 'sellado', 'invalidado', 'reenvio')),
  estado            text not null default 'pendiente' check (estado in ('pendiente', 'enviada', 'fallida')),
  attempt_at        timestamptz not null,
  attempts          integer not null default 0,
  motivo            text,
  created_at        timestamptz not null,
  settled_at        timestamptz,
  primary key (company_id, delivery_id)
);
comment on table  deliveries is 'One mail to one address on one occasion. Rows are written once, settled once, and kept: they are what shows that the document was handed over.';
comment on column deliveries.company_id is 'Owner.';
comment on column deliveries.delivery_id is 'Names it on the wire, and its mail: the same each time that it is sent.';
comment on column deliveries.codigo_generacion is 'The document.';
comment on column deliveries.address_id is 'To whom.';
comment on column deliveries.ambiente is 'CAT-001, of the document.';
comment on column deliveries.ocasion is 'The state of the document that is told, or reenvio: whichever it has when the mail is written.';
comment on column deliveries.estado is 'pendiente: waits, or is tried again.';
comment on column deliveries.attempt_at is 'When a pending one is due. Whoever takes it moves this to the end of its lease.';
comment on column deliveries.attempts is 'How often it was taken.';
comment on column deliveries.motivo is 'What the server said last, without addresses. Null: nothing, or it was sent.';
comment on column deliveries.created_at is 'When it came to be owed. It is given up 48 hours later.';
comment on column deliveries.settled_at is 'When it was sent or given up; null: pending.';

create index deliveries_due on deliveries (company_id, attempt_at) where estado = 'pendiente';
create index deliveries_of on deliveries (company_id, codigo_generacion, created_at);
comment on index deliveries_due is 'What each company has due: the companies are visited one by one, and of one its earliest are taken.';
comment on index deliveries_of is 'The deliveries of one document, as its query lists them.';

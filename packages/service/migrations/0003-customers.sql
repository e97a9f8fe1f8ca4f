-- Stored customers: the buyers and sellers that documents name by their customerId.

create table customers (
  company_id      uuid not null references companies,
  customer_id     uuid not null,
  position        bigint generated always as identity,
  external_id     text,
  nombre          text not null,
  tipo_documento  text,
  num_documento   text,
  receptor        bytea not null,
  activo          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (company_id, customer_id)
);
create unique index customers_document on customers (company_id, tipo_documento, num_documento)
  where activo and num_documento is not null;
create unique index customers_external_id on customers (company_id, external_id)
  where activo and external_id is not null;
create index customers_list on customers (company_id, activo, position);
comment on table  customers is 'Whom a company sells to or buys from. Of both environments; a row is deactivated and never deleted.';
comment on column customers.company_id is 'Owner.';
comment on column customers.customer_id is 'Ours; documents name it when they are asked for, and keep nothing of it.';
comment on column customers.position is 'Order of arrival; lists go by it.';
comment on column customers.external_id is 'The caller''s own word for it. One active customer has it, so that a repeated call doubles nothing.';
comment on column customers.nombre is 'For lists, as in documents.';
comment on column customers.tipo_documento is 'CAT-022, for lists. With the number it is one active customer''s.';
comment on column customers.num_documento is 'For lists; a NIT and a DUI without hyphens.';
comment on column customers.receptor is 'Everything that is known of it, as JSON sealed under the company''s data key: what lists need stands in columns again.';
comment on column customers.activo is 'False: no new document may name it.';
comment on column customers.created_at is 'Bookkeeping.';
comment on column customers.updated_at is 'Of the last change.';

-- Stored products: what a company sells, as the lines of its documents take it.

create table products (
  company_id     uuid not null references companies,
  product_id     uuid not null,
  position       bigint generated always as identity,
  codigo         text,
  descripcion    text not null,
  precio_uni     numeric(19, 8),
  precio_con_iva numeric(19, 8),
  tipo_item      smallint,
  uni_medida     smallint,
  tipo_venta     text,
  tributos       text[],
  activo         boolean not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (company_id, product_id)
);
create unique index products_codigo on products (company_id, codigo) where activo and codigo is not null;
create index products_list on products (company_id, activo, position);
comment on table  products is 'What a company sells. Of both environments; a row is deactivated and never deleted. Nothing here is of a person: it rests in the clear.';
comment on column products.company_id is 'Owner.';
comment on column products.product_id is 'Ours.';
comment on column products.position is 'Order of arrival; lists go by it.';
comment on column products.codigo is 'The company''s own; one active product has it.';
comment on column products.descripcion is 'As it is printed.';
comment on column products.precio_uni is 'Dollars, without IVA; null: not said.';
comment on column products.precio_con_iva is 'Dollars, with IVA; null: not said.';
comment on column products.tipo_item is 'CAT-011.';
comment on column products.uni_medida is 'CAT-014.';
comment on column products.tipo_venta is 'gravada, exenta or no_sujeta.';
comment on column products.tributos is 'CAT-015, besides IVA.';
comment on column products.activo is 'False: it is not offered any more.';
comment on column products.created_at is 'Bookkeeping.';
comment on column products.updated_at is 'Of the last change.';

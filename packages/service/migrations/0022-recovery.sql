-- After a restore to an older moment: how it is noticed, and what reconciling with the ministry found
-- (docs/adr/0071-restores.md).

create table database_marks (
  only_one     boolean primary key default true check (only_one),
  identity     text not null,
  alive_at     timestamptz not null,
  fenced_since timestamptz,
  reason       text,
  constraint database_marks_fenced check ((fenced_since is null) = (reason is null))
);
comment on table  database_marks is 'One row. A process that has seen a later mark than the one that stands here knows that the database was restored.';
comment on column database_marks.only_one is 'There is one row.';
comment on column database_marks.identity is 'Cluster, database and timeline as a process last found them: a restored copy has others.';
comment on column database_marks.alive_at is 'Moved forward each second by every process that issues. After a restore: the moment that it went back to.';
comment on column database_marks.fenced_since is 'Since when nothing is issued, until sello reconcile has run; null: issuing goes on.';
comment on column database_marks.reason is 'Why: what the process saw that fenced it.';

create table recovered_documents (
  company_id        uuid not null references companies,
  codigo_generacion uuid not null,
  ambiente          text not null check (ambiente in ('00', '01')),
  tipo_dte          text not null,
  numero_control    text not null,
  year              smallint not null,
  sello_recibido    text not null,
  fh_procesamiento  text,
  found_at          timestamptz not null,
  primary key (company_id, codigo_generacion)
);
comment on table  recovered_documents is 'Documents that the ministry holds and whose signed bytes a restore lost. One that is read in later from a file stands in documents as well.';
comment on column recovered_documents.company_id is 'Owner.';
comment on column recovered_documents.codigo_generacion is 'The code under which the ministry answered.';
comment on column recovered_documents.ambiente is 'CAT-001.';
comment on column recovered_documents.tipo_dte is 'CAT-002.';
comment on column recovered_documents.numero_control is 'The number that the code was made for.';
comment on column recovered_documents.year is 'Of the series; the numbers restart each year.';
comment on column recovered_documents.sello_recibido is 'The ministry''s seal.';
comment on column recovered_documents.fh_procesamiento is 'When the ministry processed it, in its own words.';
comment on column recovered_documents.found_at is 'When it was asked about.';

create table skipped_numbers (
  company_id      uuid not null references companies,
  ambiente        text not null,
  tipo_dte        text not null,
  cod_estable     text not null,
  cod_punto_venta text not null,
  year            smallint not null,
  correlativo     bigint not null,
  skipped_at      timestamptz not null,
  primary key (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, correlativo)
);
comment on table  skipped_numbers is 'Numbers that a reconciliation takes out of their series: a document that a restore lost may have them, and nobody holds one.';
comment on column skipped_numbers.company_id is 'Owner.';
comment on column skipped_numbers.ambiente is 'Of the series.';
comment on column skipped_numbers.tipo_dte is 'Of the series.';
comment on column skipped_numbers.cod_estable is 'Of the series.';
comment on column skipped_numbers.cod_punto_venta is 'Of the series.';
comment on column skipped_numbers.year is 'Of the series.';
comment on column skipped_numbers.correlativo is 'The place in the count.';
comment on column skipped_numbers.skipped_at is 'When the ministry said that it held no document with it.';

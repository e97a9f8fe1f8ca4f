-- A liquidation (08) lists what was sold for a principal: found by the principal, each document once.

alter table documents add column tercero text;
comment on column documents.tercero is 'The number of whom it was sold for, without hyphens: liquidations gather by it. Empty: nobody. Null: of a release that did not write it; the job terceros reads the signed bytes and fills it.';

create table liquidated_documents (
  company_id  uuid not null references companies,
  ambiente    text not null,
  tipo_dte    text not null,
  numero      text not null,
  invalidado  boolean not null,
  liquidacion uuid not null,
  primary key (company_id, ambiente, tipo_dte, numero, invalidado),
  foreign key (company_id, liquidacion) references documents on delete cascade deferrable initially deferred
);
create index liquidated_documents_by on liquidated_documents (company_id, liquidacion);
comment on table  liquidated_documents is 'Which liquidation (08) lists a document. The primary key decides between two at once: a document stands in one, and once more as invalidated. The row counts while its liquidation lives: its state says so, and the next one takes the row over.';
comment on column liquidated_documents.company_id is 'Owner.';
comment on column liquidated_documents.ambiente is 'CAT-001, of the liquidation.';
comment on column liquidated_documents.tipo_dte is 'CAT-002 of what is listed; 18 a return event.';
comment on column liquidated_documents.numero is 'Its codigoGeneracion, or the number of a paper, which is in no table of ours.';
comment on column liquidated_documents.invalidado is 'Listed once more because it was invalidated after it was listed.';
comment on column liquidated_documents.liquidacion is 'The last liquidation that listed it.';
comment on index liquidated_documents_by is 'The documents of a liquidation: deleting a rejected one deletes its rows.';

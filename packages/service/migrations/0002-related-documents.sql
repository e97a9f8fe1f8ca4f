-- Notes and what they adjust; documents that were corrected after a rejection; the caller's reference.

create table related_documents (
  company_id  uuid not null references companies,
  origen      uuid not null,
  nota        uuid not null,
  no_sujetas  numeric(19, 8) not null check (no_sujetas >= 0),
  exentas     numeric(19, 8) not null check (exentas >= 0),
  gravadas    numeric(19, 8) not null check (gravadas >= 0),
  no_gravado  numeric(19, 8) not null check (no_gravado >= 0),
  primary key (company_id, origen, nota),
  foreign key (company_id, origen) references documents,
  foreign key (company_id, nota) references documents on delete cascade deferrable initially deferred
);
create index related_documents_nota on related_documents (company_id, nota);
comment on table  related_documents is 'Which of our documents a note (05, 06) adjusts, and how much of it a credit note takes back. Read and written under the lock of the origin''s row in documents, so that the notes over it never add up to more than it. What a note takes counts while the note lives: its state says so, and nothing here changes with it.';
comment on column related_documents.company_id is 'Owner of both.';
comment on column related_documents.origen is 'The document that is adjusted. One that is not ours has no row: what it sold is not known here.';
comment on column related_documents.nota is 'The note.';
comment on column related_documents.no_sujetas is 'What the note takes of the sales that are not subject: of a debit note nothing. All 8 decimals, because the sum of the notes is rounded once.';
comment on column related_documents.exentas is 'The same of the exempt sales.';
comment on column related_documents.gravadas is 'The same of the taxed sales.';
comment on column related_documents.no_gravado is 'The same of the charges outside the tax base.';

create table rejected_documents (
  company_id        uuid not null references companies,
  codigo_generacion uuid not null,
  created_at        timestamptz not null,
  ambiente          text not null,
  tipo_dte          text not null,
  numero_control    text not null,
  fec_emi           date not null,
  hor_emi           time(0) not null,
  key_id            text not null,
  idempotency_key   text not null,
  version           smallint not null,
  payload           bytea not null,
  signature         bytea not null,
  totales           json not null,
  receptor_nombre   text,
  receptor_documento text,
  fh_procesamiento  text,
  rechazo           jsonb not null,
  historial         jsonb not null,
  corrected_at      timestamptz not null,
  primary key (company_id, codigo_generacion, created_at)
);
comment on table  rejected_documents is 'Attempts that the ministry rejected and that were corrected under the same code and number: what was signed, sent and answered then, so that a repeat of that call is told the same. The document as it is now stands in documents, with the history of all its attempts.';
comment on column rejected_documents.company_id is 'Owner.';
comment on column rejected_documents.codigo_generacion is 'The code that the corrected document took over.';
comment on column rejected_documents.created_at is 'When this attempt was signed; it tells the attempts of one code apart.';
comment on column rejected_documents.ambiente is 'See documents, as for all that is not said here.';
comment on column rejected_documents.tipo_dte is 'CAT-002.';
comment on column rejected_documents.numero_control is 'The number that the corrected document took over.';
comment on column rejected_documents.fec_emi is 'Date of this attempt.';
comment on column rejected_documents.hor_emi is 'Time of this attempt.';
comment on column rejected_documents.key_id is 'The key that issued this attempt.';
comment on column rejected_documents.idempotency_key is 'The claim that it was issued under.';
comment on column rejected_documents.version is 'Of the ministry''s structure.';
comment on column rejected_documents.payload is 'The signed bytes, as they were stored in documents.';
comment on column rejected_documents.signature is 'RSA signature over them.';
comment on column rejected_documents.totales is 'Of this attempt.';
comment on column rejected_documents.receptor_nombre is 'Of this attempt.';
comment on column rejected_documents.receptor_documento is 'Of this attempt.';
comment on column rejected_documents.fh_procesamiento is 'The ministry''s instant of the rejection.';
comment on column rejected_documents.rechazo is 'The ministry''s words.';
comment on column rejected_documents.historial is 'The states until then.';
comment on column rejected_documents.corrected_at is 'When the corrected document took its place.';

alter table documents add column referencia text check (length(referencia) between 1 and 100);
create unique index documents_referencia on documents (company_id, ambiente, referencia)
  where referencia is not null and estado in ('reservado', 'firmado', 'contingencia', 'sellado');
create index documents_by_referencia on documents (company_id, ambiente, referencia)
  where referencia is not null;
comment on table  documents is 'Every document that took a number. A row goes only when the rejected attempt that it is gets corrected: it moves to rejected_documents and the corrected one takes its place, in one transaction.';
comment on column documents.referencia is 'The caller''s own word for its sale. Two documents that live never share one: the unique index decides.';
comment on index  documents_by_referencia is 'Finds them in whatever state they are.';

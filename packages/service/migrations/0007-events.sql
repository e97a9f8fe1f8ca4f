-- Events: what is signed about a document that stands, and brought to the ministry as documents are.

create table events (
  company_id        uuid not null references companies,
  codigo_generacion uuid not null,
  kind              text not null check (kind in ('invalidacion', 'retorno', 'contingencia')),
  ambiente          text not null,
  documento         uuid,
  evento            uuid,
  reemplazo         uuid,
  tipo_dte          text not null,
  fec_emi           date not null,
  hor_emi           time(0) not null,
  key_id            text not null,
  idempotency_key   text not null,
  intencion         bytea not null,
  estado            text not null check (estado in ('firmado', 'sellado', 'rechazado', 'abandonado', 'invalidado')),
  version           smallint not null,
  payload           bytea not null,
  signature         bytea not null,
  totales           json,
  sello_recibido    text,
  fh_procesamiento  text,
  observaciones     text[] not null default '{}',
  rechazo           jsonb,
  historial         jsonb not null,
  lease_until       timestamptz,
  retry_at          timestamptz,
  attempts          integer not null default 0,
  created_at        timestamptz not null,
  primary key (company_id, codigo_generacion),
  foreign key (company_id, documento) references documents,
  foreign key (company_id, evento) references events,
  foreign key (company_id, reemplazo) references documents,
  constraint events_target check ((documento is null) = (kind = 'contingencia')),
  constraint events_evento check (evento is null or kind = 'invalidacion'),
  constraint events_reemplazo check (reemplazo is null or kind = 'invalidacion'),
  constraint events_totales check ((totales is not null) = (kind = 'retorno')),
  constraint events_sealed check ((sello_recibido is not null) = (estado in ('sellado', 'invalidado'))),
  constraint events_waiting check (estado = 'firmado' or (lease_until is null and retry_at is null))
);
create index events_of_document on events (company_id, documento, created_at);
create index events_of_claim on events (company_id, key_id, idempotency_key);
create index events_retry on events (retry_at) where retry_at is not null;
create unique index events_one_invalidation on events (company_id, coalesce(evento, documento))
  where kind = 'invalidacion' and estado in ('firmado', 'sellado');
create unique index events_one_replaced on events (company_id, reemplazo)
  where kind = 'invalidacion' and estado in ('firmado', 'sellado');
comment on table  events is 'Signed events: invalidations, returns and contingency events. Rows are never deleted. An event about a document is written under the lock of that document''s row.';
comment on column events.company_id is 'Owner.';
comment on column events.codigo_generacion is 'Its own UUID v4, written in capitals on the wire.';
comment on column events.kind is 'Which of the ministry''s services takes it.';
comment on column events.ambiente is 'CAT-001, of the key that signed it.';
comment on column events.documento is 'The document that it is about; of the invalidation of a return event, the document that was returned. Null: a contingency event, which lists many.';
comment on column events.evento is 'The return event that an invalidation cancels; null: it cancels the document.';
comment on column events.reemplazo is 'The document that takes the place of the one that is invalidated.';
comment on column events.tipo_dte is 'What the ministry is asked about it under: 18 of a return event, else the type of what it is about.';
comment on column events.fec_emi is 'Date in El Salvador that the event states.';
comment on column events.hor_emi is 'Time in El Salvador that the event states.';
comment on column events.key_id is 'The key that signed it.';
comment on column events.idempotency_key is 'The claim that waits for its outcome.';
comment on column events.intencion is 'HMAC-SHA-256, under the pepper, of the route and the canonical body: whether a later call asks for the very same.';
comment on column events.estado is 'Moved by filings/settle-event.ts.';
comment on column events.version is 'Of the ministry''s structure; the transmission names it.';
comment on column events.payload is 'The signed bytes, deflated and sealed under the company''s data key. Never re-serialised.';
comment on column events.signature is 'RSA signature over them; with the payload it makes the JWS again, byte for byte.';
comment on column events.totales is 'Of a return event, so that a query opens nothing sealed. json, not jsonb: a replay writes the members in the same order.';
comment on column events.sello_recibido is 'The ministry''s seal of the event.';
comment on column events.fh_procesamiento is 'The ministry''s instant of processing, as it wrote it.';
comment on column events.observaciones is 'What the ministry remarked on a sealed event.';
comment on column events.rechazo is 'The ministry''s words of a rejection.';
comment on column events.historial is 'Each state with its instant and reason, oldest first.';
comment on column events.lease_until is 'Until when a call or the job is at it. Null: nobody is, and a call may take it up.';
comment on column events.retry_at is 'When the job takes it up. Null: it is decided.';
comment on column events.attempts is 'How often the job took it; spaces its tries.';
comment on column events.created_at is 'Instant of signing.';
comment on index  events_one_invalidation is 'Nothing is invalidated twice, and no second invalidation is signed while the first may yet be sealed.';
comment on index  events_one_replaced is 'A document replaces one other at the most.';

create table return_lines (
  company_id uuid not null,
  evento     uuid not null,
  linea      integer not null check (linea >= 1),
  cantidad   numeric(19, 8) check (cantidad > 0),
  no_gravado numeric(19, 8) check (no_gravado <> 0),
  primary key (company_id, evento, linea),
  foreign key (company_id, evento) references events,
  constraint return_lines_form check (cantidad is not null or no_gravado is not null)
);
comment on table  return_lines is 'What each return event takes back, by line of its document. It counts while the event is signed or sealed: the event''s state says so, and nothing here changes with it. Written under the lock of the document''s row, after the sum was read under it.';
comment on column return_lines.company_id is 'Owner.';
comment on column return_lines.evento is 'The return event.';
comment on column return_lines.linea is 'Line of the document, from 1.';
comment on column return_lines.cantidad is 'Units that came back; null: none.';
comment on column return_lines.no_gravado is 'Charge (positive) or credit (negative) outside the tax base that came back; null: none.';

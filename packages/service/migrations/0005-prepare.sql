-- Numbers that are reserved before their document is signed, and numbers that come back.

alter table documents alter column signature drop not null;
alter table documents
  add column room     text not null default 'issue' check (room in ('issue', 'sign')),
  add column vence_en timestamptz,
  add constraint documents_signed check ((signature is null) = (estado in ('reservado', 'liberado'))),
  add constraint documents_reservado check (estado <> 'reservado' or (vence_en is not null and lease_until is null));
create index documents_vence_en on documents (vence_en) where estado = 'reservado';
comment on column documents.payload is 'The bytes that are signed, or will be: deflated and sealed under the company''s data key. Never re-serialised.';
comment on column documents.signature is 'RSA signature over them; with the payload it makes the JWS again, byte for byte. Null: prepared and not signed.';
comment on column documents.room is 'The room of the claim that waits for its outcome: with key_id and idempotency_key it names the claim.';
comment on column documents.vence_en is 'Of a prepared document: until when its number waits for the signature. Null: it was never only prepared.';
comment on column documents.created_at is 'Instant of signing, or of preparing while it is not signed; lists go by it.';

alter table claims drop constraint claims_room_check;
alter table claims add constraint claims_room check (room in ('issue', 'sign'));
create index claims_unstarted on claims (claimed_at) where codigo_generacion is null;
comment on column claims.room is 'Where its string is known: sign has a room of its own, so that one string may serve both halves of a document; all else that takes a number shares one.';

alter table series add column released integer not null default 0 check (released >= 0);
comment on column series.released is 'How many of its numbers came back and wait in released_numbers: who takes a number learns it with the counter''s row, and looks for one only then.';

create table released_numbers (
  company_id        uuid not null,
  ambiente          text not null,
  tipo_dte          text not null,
  cod_estable       text not null,
  cod_punto_venta   text not null,
  year              smallint not null,
  correlativo       bigint not null,
  primary key (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, correlativo),
  foreign key (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year) references series
);
comment on table  released_numbers is 'Numbers that were reserved and never signed. The series hands them out before new ones, lowest first. Written and read under the lock of the series'' row.';
comment on column released_numbers.company_id is 'Owner.';
comment on column released_numbers.ambiente is 'See series.';
comment on column released_numbers.tipo_dte is 'See series.';
comment on column released_numbers.cod_estable is 'See series.';
comment on column released_numbers.cod_punto_venta is 'See series.';
comment on column released_numbers.year is 'See series: a number is handed out again in its own year only.';
comment on column released_numbers.correlativo is 'The number. Its document stands in documents as liberado.';

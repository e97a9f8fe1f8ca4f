-- Events of special operations (17), which are about no document. Rows that exist satisfy the former checks, and so these.

create index concurrently events_operaciones_call on events (company_id, key_id, idempotency_key)
 where kind = 'operaciones';

alter table events drop constraint events_kind_check;
alter table events add constraint events_kind_check
  check (kind in ('invalidacion', 'retorno', 'contingencia', 'operaciones')) not valid;
alter table events drop constraint events_target;
alter table events add constraint events_target
  check ((documento is null) = (kind in ('contingencia', 'operaciones'))) not valid;
alter table events drop constraint events_totales;
alter table events add constraint events_totales
  check ((totales is not null) = (kind in ('retorno', 'operaciones'))) not valid;

create table operaciones (
  company_id        uuid not null,
  codigo_generacion uuid not null,
  ambiente          text not null,
  position          bigint not null generated always as identity,
  primary key (company_id, codigo_generacion),
  foreign key (company_id, codigo_generacion) references events
);
create index operaciones_in_order on operaciones (company_id, ambiente, position);
comment on table  operaciones is 'The events of special operations of each company, in the order of their signing, for its list.';
comment on column operaciones.company_id is 'Owner.';
comment on column operaciones.codigo_generacion is 'The event.';
comment on column operaciones.ambiente is 'CAT-001, as the event has it.';
comment on column operaciones.position is 'Order of signing, for the pages of the list.';

create table reported_vouchers (
  company_id     uuid not null,
  evento         uuid not null,
  linea          integer not null check (linea >= 1),
  ambiente       text not null,
  tipo_documento text not null,
  serie          text not null,
  desde          numeric(36) not null,
  hasta          numeric(36) not null check (hasta >= desde),
  anula_de       uuid,
  primary key (company_id, evento, linea),
  foreign key (company_id, evento) references operaciones,
  foreign key (company_id, anula_de) references operaciones
);
create index reported_vouchers_by_number
  on reported_vouchers (company_id, ambiente, tipo_documento, serie, desde);
comment on table  reported_vouchers is 'The paper that events of special operations report, a row for each line. It counts while its event is signed or sealed: the event''s state says so. Written under the lock of the company''s row, after what others reported was read under it.';
comment on column reported_vouchers.company_id is 'Owner.';
comment on column reported_vouchers.evento is 'The event that reports it.';
comment on column reported_vouchers.linea is 'Line of the event, from 1.';
comment on column reported_vouchers.ambiente is 'CAT-001: what is reported in one environment is not in the other.';
comment on column reported_vouchers.tipo_documento is 'As the event writes it.';
comment on column reported_vouchers.serie is 'What stands before the digits at the end of a voucher''s number.';
comment on column reported_vouchers.desde is 'The first number; -1: a voucher without digits.';
comment on column reported_vouchers.hasta is 'The last number, inclusive.';
comment on column reported_vouchers.anula_de is 'The event that reported what this line voids; null: the line reports.';

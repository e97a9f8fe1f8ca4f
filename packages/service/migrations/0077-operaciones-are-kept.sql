-- The files of events of special operations are kept like those of other events: those that were sealed before wait for
-- their copies from now on. Lines have their amounts, which a later voiding must not exceed; what was reported before has
-- none, and is not compared.

insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
select e.company_id, e.codigo_generacion, e.ambiente, now() + interval '1 hour', now(), now()
  from operaciones o
  join events e on e.company_id = o.company_id
   and (e.codigo_generacion = o.codigo_generacion or e.evento = o.codigo_generacion)
 where e.sello_recibido is not null
on conflict do nothing;

alter table reported_vouchers add column tipo_venta text;
alter table reported_vouchers add column venta numeric(19, 8);
alter table reported_vouchers add constraint reported_vouchers_venta
  check ((tipo_venta is null) = (venta is null)) not valid;

comment on column reported_vouchers.tipo_venta is 'gravada, exenta or no_sujeta; null: reported before amounts were stored.';
comment on column reported_vouchers.venta is 'The sale of all its vouchers, without IVA; null as tipo_venta.';
comment on column reported_vouchers.anula_de is 'The event that reported what this line voids, up to the amount that it reported; null: the line reports.';

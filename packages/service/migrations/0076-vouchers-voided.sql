-- What voids the paper of an event, which its invalidation asks.

create index concurrently reported_vouchers_voiding on reported_vouchers (company_id, anula_de)
 where anula_de is not null;

comment on column reported_vouchers.evento is 'The event that reports it. It counts while that is signed or sealed, or rejected and in doubt.';

-- Why a company cannot do its work, and whether a byte of an event may have reached the ministry.

create index concurrently holding_waiting on holding (company_id) where copy_at is not null;
comment on index holding_waiting is 'Documents whose files are still to be copied: issuing calls are told where they wait too long, and metrics count them.';

-- Events of before count as sent: it is not known that they were not.
alter table events add column sendings integer not null default 1;
comment on column events.sendings is 'Sendings begun and not known to have failed before their first byte; counted before they begin. 0: the ministry has certainly not seen it, and only then is a caller told that nothing was cancelled.';

alter table storage_destinations
  add column refused_since timestamptz,
  add column refused_why text;
comment on column storage_destinations.refused_since is 'When the service first failed to store files there; null since it last succeeded.';
comment on column storage_destinations.refused_why is 'That first failure, for the company''s administrator: later ones often only follow from it.';

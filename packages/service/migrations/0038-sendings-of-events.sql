-- Whether any byte of an event may have reached the ministry.

-- Events of before count as sent: it is not known that they were not.
alter table events add column sendings integer not null default 1;
comment on column events.sendings is 'Sendings begun and not known to have failed before their first byte; counted before they begin. 0: the ministry has certainly not seen it, and only then is a caller told that nothing was cancelled.';

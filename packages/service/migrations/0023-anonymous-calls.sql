-- Calls without a key that is known are counted and sampled (docs/operations.md), not stored one by one.

comment on table  request_log is 'Every call with a known key, written before anything else happens; where it cannot be written, nothing is done.';
comment on column request_log.company_id is 'Whose key it is. Null in rows of unknown callers, which are no longer written.';
comment on column request_log.key_id is 'The key. Null as company_id is.';

-- Calls of GET /v1/events are counted in a window of their own: whoever listens takes nothing from the key's others.

-- small: one row for each key and kind
alter table rate_windows drop constraint rate_windows_kind_check,
  add constraint rate_windows_kind_check check (kind in ('cuota', 'estado', 'novedades'));
comment on column rate_windows.kind is 'estado: /v1/status. novedades: /v1/events. cuota: every other call.';

insert into rate_windows (company_id, key_id, kind) select company_id, key_id, 'novedades' from api_keys;

-- The release before mints keys with two windows while it is still running; the next release drops this.
create function add_feed_window() returns trigger language plpgsql as $$
begin
  insert into rate_windows (company_id, key_id, kind) values (new.company_id, new.key_id, 'novedades')
  on conflict do nothing;
  return null;
end $$;
create trigger add_feed_window after insert on api_keys for each row execute function add_feed_window();

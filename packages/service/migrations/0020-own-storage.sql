-- Destinations of a company's own, which the caller writes to, and the copies that it reports.

alter table storage_destinations
  drop constraint storage_destinations_kind,
  add constraint storage_destinations_kind
    check (kind in ('managed_folder', 'managed_bucket', 'byos_folder', 'byos_bucket')),
  alter column location drop not null,
  add constraint storage_destinations_whose
    check ((location is null) = (kind in ('byos_folder', 'byos_bucket'))),
  add column label text,
  add column revision integer not null default 1,
  add column sealed_iv text,
  add column sealed_data text,
  add column ended_at timestamptz,
  -- A managed one is known by its location; one of the company's own by its label and what only the caller opens.
  add constraint storage_destinations_own check (
    (kind in ('byos_folder', 'byos_bucket')) = (label is not null)
    and (sealed_iv is not null) = (label is not null and ended_at is null)
    and (sealed_iv is null) = (sealed_data is null)
    and (ended_at is null or (label is not null and verified_at is null)));
comment on column storage_destinations.kind is 'managed_…: the service writes, to a folder of its machine or a bucket that speaks S3. byos_…: the caller writes.';
comment on column storage_destinations.location is 'Absolute path of the folder, or the bucket''s address. Null of the company''s own: only the caller knows it.';
comment on column storage_destinations.label is 'What the company calls its own; null of a managed one.';
comment on column storage_destinations.revision is 'Counts the changes of the company''s own. What is encrypted is bound to it.';
comment on column storage_destinations.sealed_iv is 'Vector of sealed_data, in base64url.';
comment on column storage_destinations.sealed_data is 'Address and credentials, encrypted under the caller''s unlock key, which the service never has.';
comment on column storage_destinations.ended_at is 'When the company took its own back. The row stays for its copies; it counts no more.';
comment on column storage_destinations.verified_at is 'Last time a probe was written, read back and deleted: by the service, or reported by the caller of its own. Counts for 30 days.';

alter table copies
  alter column json_sha256 drop not null,
  add constraint copies_seen check (written_by = 'sdk' or json_sha256 is not null);
comment on table  copies is 'Where the files of a document are: as the service put them there, or as the caller reported.';
comment on column copies.json_sha256 is 'Of the file as it was written: one that differs is not served. Null where a caller did not say.';

-- Pages of the holding area.
create sequence holding_position as bigint;
alter table holding add column position bigint not null default nextval('holding_position');
alter sequence holding_position owned by holding.position;
comment on column holding.position is 'Order of arrival, and what the cursor of the list points at.';
drop index holding_newest;
create index holding_newest on holding (company_id, ambiente, position);

-- Lists, the holding area, and the copies that are put in a company's own storage.

-- The order of lists within a day. Taken when a document is signed, which is when it enters the list:
-- a number that was prepared is signed later, and a rejected one again.
create sequence documents_position as bigint;
alter table documents add column position bigint not null default nextval('documents_position');
alter sequence documents_position owned by documents.position;
comment on column documents.position is 'Place in lists within its day, and what a list''s cursor points at. Never changes while a list can show the row.';

create index documents_list on documents (company_id, ambiente, tipo_dte, estado, fec_emi, position)
  include (codigo_generacion)
  where estado in ('sellado', 'firmado', 'contingencia', 'invalidado');
comment on index documents_list is 'Every filter of a list is a range of it for each type and state, read from its end.';

create table holding (
  company_id        uuid not null,
  codigo_generacion uuid not null,
  ambiente          text not null,
  expires_at        timestamptz not null,
  downloaded_at     timestamptz,
  download_count    integer not null default 0,
  copy_at           timestamptz,
  copy_attempts     integer not null default 0,
  created_at        timestamptz not null,
  primary key (company_id, codigo_generacion)
);
create index holding_newest on holding (company_id, ambiente, created_at, codigo_generacion);
create index holding_due on holding ((coalesce(copy_at, expires_at)));
comment on table  holding is 'The sealed documents of the last hour. Their bytes are those of documents: nothing large is stored twice.';
comment on column holding.company_id is 'Owner.';
comment on column holding.codigo_generacion is 'The document.';
comment on column holding.ambiente is 'Of the document, so that a list need not read it.';
comment on column holding.expires_at is 'One hour after the seal (SPEC part 8); the row may stay longer where a copy is still owed.';
comment on column holding.downloaded_at is 'Last download in the hour.';
comment on column holding.download_count is 'Downloads in the hour.';
comment on column holding.copy_at is 'When its files are put in the company''s storage, or until when somebody is at it. Null: they are there.';
comment on column holding.copy_attempts is 'How often they were tried; spaces the tries.';
comment on column holding.created_at is 'Instant of the seal.';

create table copies (
  company_id        uuid not null,
  codigo_generacion uuid not null,
  destination_id    uuid not null,
  json_path         text not null,
  json_sha256       bytea not null,
  pdf_path          text,
  pdf_sha256        bytea,
  written_by        text not null check (written_by in ('service', 'sdk')),
  created_at        timestamptz not null,
  primary key (company_id, codigo_generacion, destination_id),
  foreign key (company_id, destination_id) references storage_destinations
);
comment on table  copies is 'Where the files of a document are. The service writes the row once the destination has them.';
comment on column copies.company_id is 'Owner.';
comment on column copies.codigo_generacion is 'The document.';
comment on column copies.destination_id is 'The place.';
comment on column copies.json_path is 'Below the destination''s location, as CONTRACT fixes it.';
comment on column copies.json_sha256 is 'Of the file as it was written: one that differs is not served.';
comment on column copies.pdf_path is 'The printed copy; null where none was put there.';
comment on column copies.pdf_sha256 is 'Of the printed copy as it was written.';
comment on column copies.written_by is 'service: seen there by ourselves. sdk: the caller reported it.';
comment on column copies.created_at is 'When it was written or reported.';

alter table storage_destinations
  drop constraint storage_destinations_kind_check,
  add constraint storage_destinations_kind check (kind in ('managed_folder', 'managed_bucket')),
  add column credentials bytea,
  add constraint storage_destinations_credentials
    check ((credentials is not null) = (kind = 'managed_bucket')),
  add column verify_at timestamptz,
  add column verify_attempts integer not null default 0,
  add column problem text;
create unique index storage_destinations_place on storage_destinations (kind, location);
comment on index storage_destinations_place is 'Files are named by numeroControl, which two companies may share: they never share a place.';
create index storage_destinations_verify on storage_destinations (verify_at) where verify_at is not null;
update storage_destinations set verify_at = verified_at where verified_at is not null;
comment on table  storage_destinations is 'Where a company''s files are kept. Without one verified in the last 30 days nothing is issued (SPEC 5.10).';
comment on column storage_destinations.kind is 'Where the service writes: a folder of its machine, or a bucket that speaks S3.';
comment on column storage_destinations.location is 'Absolute path of the folder, or the bucket''s address.';
comment on column storage_destinations.credentials is 'Of a bucket: region, key and secret, sealed under the master key.';
comment on column storage_destinations.verify_at is 'When the probe is repeated, long before the 30 days are over.';
comment on column storage_destinations.verify_attempts is 'Failed probes in a row.';
comment on column storage_destinations.problem is 'What the last probe met; null where it was well.';

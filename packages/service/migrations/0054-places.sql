create unique index concurrently storage_destinations_named on storage_destinations (kind, location) where location is not null;

drop index storage_destinations_place;
alter index storage_destinations_named rename to storage_destinations_place;
comment on index storage_destinations_place is 'One folder or bucket belongs to one company.';

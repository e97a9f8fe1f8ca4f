-- A company's administrator connects buckets by the console: they must not lead to the service's own network.

alter table storage_destinations add column inner_network boolean not null default true;
comment on column storage_destinations.inner_network is 'Whether the bucket may stand on this machine or in a network behind it: connected with a shell, or while SELLO_INNER_STORAGE was on. Of folders and of a company''s own storage it says nothing.';

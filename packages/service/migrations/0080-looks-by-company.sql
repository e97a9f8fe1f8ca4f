-- A copy's look is found by its company, which the directory of NIT tells: on a cluster a look by NIT alone asked every
-- machine, and one that was away stopped the printed copies of all companies.

drop index company_brands_nit;
comment on column company_brands.nit is 'The issuer in the documents that have it. Processes of the release before find a look by it.';

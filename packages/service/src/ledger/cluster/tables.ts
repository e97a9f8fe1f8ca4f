/**
 * Where each table's rows are on a cluster (Citus): the one list of it. `npm run check` refuses a table that is not in
 * it, and a unique index over companies that is not told here.
 */

/** `distributed`: by company_id, all of a company's rows together. `reference`: all of it on each machine. */
export type Placement = 'distributed' | 'reference' | 'coordinator'

// biome-ignore format: a table
export const TABLES: Readonly<Record<Placement, readonly string[]>> = {
  distributed: [
    'companies', // the first: the others go where its rows are
    'api_keys', 'audit_heads', 'audit_log', 'claims', 'company_brands', 'copies', 'customers', 'deliveries',
    'delivery_addresses', 'documents', 'drafts', 'events', 'feed', 'feed_epochs', 'feeds', 'holding', 'invitations',
    'kept_answers', 'liquidated_documents', 'lots', 'mail_settings', 'memberships', 'ministry_accounts', 'operaciones',
    'outbox', 'owner_mails', 'owner_wraps', 'pages', 'person_keys', 'points_of_sale', 'products', 'proposals',
    'rate_calls', 'rate_windows', 'recovered_documents', 'rejected_documents', 'related_documents', 'released_numbers',
    'reported_vouchers', 'request_log', 'return_lines', 'search_words', 'series', 'sign_key_requests', 'signing_vaults',
    'skipped_numbers', 'storage_destinations', 'webhook_deliveries', 'webhooks',
  ],
  reference: ['company_nits', 'key_companies', 'ministry_outages', 'people'],
  // People's sessions, and what is of the whole installation.
  coordinator: [
    'answered_challenges', 'challenges', 'database_marks', 'database_runs', 'devices', 'machine_marks',
    'maintenance_windows', 'ministry_answers', 'passkeys', 'schema_migrations', 'service_secrets', 'sessions',
    'sign_in_attempts', 'sign_in_counts', 'sign_in_links',
  ],
}

/**
 * What is unique over companies on one PostgreSQL and has no unique index on a cluster, with what keeps it so there.
 */
export const UNIQUE_OVER_COMPANIES: Readonly<Record<string, string>> = {
  api_keys_id: 'nine random bytes',
  companies_nit_key: 'company_nits',
  invitations_token: 'a hash of 32 random bytes',
  outbox_pkey: 'the numbers are of one sequence',
  pages_token: 'a hash of 32 random bytes',
  storage_destinations_place: 'connecting is serialised (ledger/destinations/destinations.ts)',
}

/** Triggers that only serve processes of the release before, which never ran on a cluster. */
export const FORMER_TRIGGERS: readonly string[] = [
  'add_company_nit',
  'add_feed_window',
  'add_key_company',
]

/** For tests of modules that read their page: its base path is the root. Imported before them. */
Object.assign(globalThis, { document: { querySelector: () => null } })

/** The collections of a part of the world that are saved, by name. */
export type Kept = Readonly<Record<string, Map<string, unknown> | Set<string>>>

/** A list as an async iterator: fetches pages as rows are consumed. */

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly siguiente: string | null
}

/** `for await (const row of listing)` gives every row; `pages()` gives them by page. */
export interface Listing<Row> extends AsyncIterable<Row> {
  pages(): AsyncIterable<readonly Row[]>
}

export function listing<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): Listing<Row> {
  async function* pages(): AsyncGenerator<readonly Row[]> {
    let cursor: string | undefined
    do {
      const { rows, siguiente } = await read(cursor)
      if (rows.length > 0) yield rows
      cursor = siguiente ?? undefined
    } while (cursor !== undefined)
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const rows of pages()) yield* rows
    },
  }
}

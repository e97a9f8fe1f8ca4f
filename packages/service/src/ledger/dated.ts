/** A row of the wire before it is written as JSON, which makes its dates the instants of the wire. */
export type Dated<Row> = Omit<Row, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date
  readonly updatedAt: Date
}

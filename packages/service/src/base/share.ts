/** A limit of the whole service, divided among the processes of this machine that serve together. */

/** Each process's part of `total`, at least 1; together they may exceed it by less than one each. */
export const shareOf = (total: number, processes: number): number =>
  Math.max(1, Math.ceil(total / processes))

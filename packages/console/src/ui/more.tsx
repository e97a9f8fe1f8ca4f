import { Button } from './button.tsx'

interface Props {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
}

/** The way to the next page below a list; nothing on the last one. */
export function More({ query }: Props) {
  if (!query.hasNextPage) return null
  return (
    <div className="section">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Ver más
      </Button>
    </div>
  )
}

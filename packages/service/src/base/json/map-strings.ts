/** Replaces the strings of a JSON text and leaves every other character: numbers keep the form they were written in. */

/** `member`: the name of the member that has the string, also where it is in a list. */
export type MapString = (text: string, member: string) => string

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/** Of valid JSON only. */
export function mapStrings(json: string, map: MapString): string {
  const names: string[] = ['']
  return json.replaceAll(TOKEN, (token: string, colon: string | undefined) => {
    const name = names.at(-1) ?? ''
    if (token === '{' || token === '[') {
      names.push(name)
      return token
    }
    if (token === '}' || token === ']') {
      names.pop()
      return token
    }
    if (colon === undefined) return JSON.stringify(map(JSON.parse(token), name))
    names[names.length - 1] = JSON.parse(token.slice(0, -colon.length))
    return token
  })
}

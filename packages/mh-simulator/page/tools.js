// What both parts of the page need.
export const at = (id) => document.getElementById(id)

export function element(name, text, members = {}) {
  const made = document.createElement(name)
  if (text !== null) made.textContent = text
  return Object.assign(made, members)
}

/** The answer as JSON. Refuses, in the simulator's words, what it refused. */
export async function ask(method, path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(path, {
    method,
    headers,
    ...(text === undefined ? {} : { body: text }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

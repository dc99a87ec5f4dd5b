// The status of a page that failed because the database cannot be used: the framework knows only 500.

/** Header by which the framework's report of an error (instrumentation.ts) names its request. */
const REQUEST_NUMBER = 'x-request-number'

let requests = 0

/** Numbers of requests that failed so; lib/api/failed-pages.ts adds them. */
const failedPages = () => globalThis[Symbol.for('palimpsest.states')]?.get('failed pages')

/** Makes the answer to a request that fails so a 503. */
export function sayUnavailable(request, response) {
  const number = String(++requests)
  request.headers[REQUEST_NUMBER] = number
  const { writeHead } = response
  response.writeHead = (status, ...rest) => {
    const isUnavailable = status === 500 && failedPages()?.has(number)
    return writeHead.call(response, isUnavailable ? 503 : status, ...rest)
  }
  response.once('close', () => failedPages()?.delete(number))
}

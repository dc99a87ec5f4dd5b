import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The HTTP servers of this process, as far as they were called, and what they have not answered to its end. */
export interface OpenRequests {
  /**
   * Takes no more connections, answers what was asked, and closes each connection after its answer,
   * idle ones at once. Resolves once nothing is open; what is open after `patience` milliseconds is
   * cut off. Answers how many requests that were.
   */
  drain(patience: number): Promise<number>
}

/**
 * Watches every HTTP server of this process from now on, by Node's own channel: the framework
 * makes its server itself and hands it to nobody.
 */
export function watchRequests(): OpenRequests {
  const servers = new Set<Server>()
  const open = new Set<ServerResponse>()
  let isDraining = false

  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as {
      request: IncomingMessage
      response: ServerResponse
      server: Server
    }
    servers.add(server)
    open.add(response)
    if (isDraining) response.shouldKeepAlive = false
    response.once('close', () => {
      open.delete(response)
      // An answer that had begun said that its connection stays.
      if (isDraining) setImmediate(() => server.closeIdleConnections())
    })
  })

  return {
    async drain(patience) {
      isDraining = true
      for (const response of open) response.shouldKeepAlive = false
      let cutOff = 0
      const timer = setTimeout(() => {
        cutOff = open.size
        for (const server of servers) server.closeAllConnections()
      }, patience)
      await Promise.all([...servers].map(closed))
      clearTimeout(timer)
      return cutOff
    },
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}

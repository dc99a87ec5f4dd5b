import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The requests that this process's HTTP servers have not fully answered. */
export interface OpenRequests {
  /**
   * Accepts no more connections, answers pending requests, and closes each connection after its
   * response, idle ones at once. Resolves once nothing is open; whatever is open after `patience`
   * milliseconds is cut off. Returns how many requests that were.
   */
  drain(patience: number): Promise<number>
}

/**
 * Watches every HTTP server of this process from now on, through Node's diagnostics channel: the
 * framework creates its server itself and exposes it to no one.
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
      // A response already begun promised to keep its connection alive.
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

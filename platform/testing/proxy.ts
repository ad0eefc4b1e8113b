/** A TCP proxy for tests: it can fall silent (forwards nothing more and closes nothing), and change what the server says. */
import net from "node:net"

export interface Proxy {
  readonly port: number
  /** Forwards nothing more, in either direction, and closes nothing; accepts new connections and is as silent on them. */
  readonly silence: () => void
  /** Forwards again what comes from now on, over new connections: what was swallowed is gone. */
  readonly speak: () => void
  /** Accepts no more connections; those that are there go on. */
  readonly refuse: () => void
  readonly close: () => void
}

export interface ProxyOptions {
  /** alters what the server says */
  readonly change?: (data: Buffer) => Buffer
  /** whether a connection on which the client says this is reset */
  readonly resets?: (data: Buffer) => boolean
}

/** A proxy on a free port of the loopback address to a port there. */
export const startProxy = (target: number, { change, resets }: ProxyOptions = {}) =>
  new Promise<Proxy>((resolve) => {
    let isSilent = false
    const sockets = new Set<net.Socket>()
    const server = net.createServer({ allowHalfOpen: true }, (client) => {
      const isLost = isSilent
      sockets.add(client)
      client.on("error", () => {})
      if (isLost) return void client.resume()
      const upstream = net.connect({ port: target, host: "127.0.0.1", allowHalfOpen: true })
      sockets.add(upstream)
      let swallowed = false
      const forward = (to: net.Socket, alter?: (data: Buffer) => Buffer) => (data: Buffer) => {
        swallowed ||= isSilent
        if (!swallowed) to.write(alter ? alter(data) : data)
      }
      const end = (to: net.Socket) => () => {
        swallowed ||= isSilent
        if (!swallowed) to.destroy()
      }
      const toServer = forward(upstream)
      client.on("data", (data: Buffer) => (resets?.(data) ? void client.resetAndDestroy() : toServer(data))).on("close", end(upstream))
      upstream
        .on("data", forward(client, change))
        .on("close", end(client))
        .on("error", () => {})
    })
    server.listen(0, "127.0.0.1", () => {
      resolve({
        port: (server.address() as net.AddressInfo).port,
        silence: () => {
          isSilent = true
        },
        speak: () => {
          isSilent = false
        },
        refuse: () => void server.close(),
        close: () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        },
      })
    })
  })

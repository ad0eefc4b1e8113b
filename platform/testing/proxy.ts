/** A TCP proxy for tests: it can go silent (forwarding nothing and closing nothing), and alter the server's data. */
import net from "node:net"

export interface Proxy {
  readonly port: number
  /** Stops forwarding in both directions without closing anything; new connections are accepted but also silent. */
  readonly silence: () => void
  /** Forwards data again from now on, over new connections; swallowed data is lost. */
  readonly speak: () => void
  /** The number of connections of which data was swallowed. */
  readonly swallowed: () => number
  /** Accepts no more connections; existing ones continue. */
  readonly refuse: () => void
  readonly close: () => void
}

export interface ProxyOptions {
  /** alters data from the server */
  readonly change?: (data: Buffer) => Buffer
  /** whether to reset a connection when the client sends this data */
  readonly resets?: (data: Buffer) => boolean
}

/** A proxy from a free port of the loopback address to a port there. */
export const startProxy = (target: number, { change, resets }: ProxyOptions = {}) =>
  new Promise<Proxy>((resolve) => {
    let isSilent = false
    const sockets = new Set<net.Socket>()
    let lost = 0
    const server = net.createServer({ allowHalfOpen: true }, (client) => {
      const isLost = isSilent
      sockets.add(client)
      client.on("error", () => {})
      if (isLost) return void client.resume()
      const upstream = net.connect({ port: target, host: "127.0.0.1", allowHalfOpen: true })
      sockets.add(upstream)
      let swallowed = false
      const swallows = () => {
        if (isSilent && !swallowed) lost++
        return (swallowed ||= isSilent)
      }
      const forward = (to: net.Socket, alter?: (data: Buffer) => Buffer) => (data: Buffer) => {
        if (!swallows()) to.write(alter ? alter(data) : data)
      }
      const end = (to: net.Socket) => () => {
        if (!swallows()) to.destroy()
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
        swallowed: () => lost,
        refuse: () => void server.close(),
        close: () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        },
      })
    })
  })

import { createHash } from "node:crypto"
import { stripTypeScriptTypes } from "node:module"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { stamped } from "@ops/platform/build/web.ts"
import { screens } from "@ops/platform/build/screens.ts"
import { leanRadix } from "@ops/platform/build/style.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Gives the script that runs before the first paint a content-based name, like everything else under `assets`, so that a returning browser need not
 * request it. Vite leaves scripts that are not modules unchanged.
 */
const hashedThemeScript = (): Plugin => ({
  name: "hashed-theme-script",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "asset", name: "theme.js", source: readFileSync(here("./public/theme.js")) })
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const emitted = Object.keys(bundle ?? {}).find((name) => /^assets\/theme-.*\.js$/.test(name))
      return emitted ? html.replace("/theme.js", `/${emitted}`) : html
    },
  },
})

/** What a device needs first on a bad connection: the page, the code of every screen, then the field screens. */
const urgent = [/^index\.html$/, /^assets\/(theme|react|kit|index|screen)-/, /^assets\/(field|outbox|kiosk|meal)/]
const urgency = (file: string) => (urgent.findIndex((each) => each.test(file)) + urgent.length + 1) % (urgent.length + 1)

/** Writes the service worker with the list of all built files, each with the beginning of its hash. */
const serviceWorker = (): Plugin => {
  let folder = ""
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle: () => {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css|html|svg|png|woff2|webmanifest)$/.test(file))
      const sha = (content: Buffer | string) => createHash("sha256").update(content).digest("hex").slice(0, 16)
      const files = names
        .filter((file) => file !== "sw.js")
        .sort((a, b) => urgency(a) - urgency(b) || a.localeCompare(b))
        .map((file) => [`/${file}`, sha(readFileSync(join(folder, file)))])
      const text = stripTypeScriptTypes(readFileSync(here("./service-worker.ts"), "utf8")).replace('"the files"', JSON.stringify(files))
      writeFileSync(join(folder, "sw.js"), text.replace('"app the build"', `"app ${sha(text)}"`))
    },
  }
}

/** Writes `.br` and `.gz` beside everything compressible, so that the server never has to compress it. */
const precompress = (): Plugin => {
  let folder = ""
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle: () => {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|txt)$/.test(file)) continue
        const bytes = readFileSync(join(folder, file))
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
        writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [screens(), leanRadix(), react({ jsxImportSource: "@ops/platform/ui/language" }), hashedThemeScript(), serviceWorker(), precompress(), stamped()],
  resolve: {
    alias: [
      // texts are translated where elements are made
      { find: /^@ops\/platform\/ui\/language\/jsx-(dev-)?runtime$/, replacement: here("../../platform/ui/language/jsx-runtime.ts") },
      // Radix's scroll lock writes a <style> element, which the content security policy refuses.
      { find: "react-style-singleton", replacement: here("./style-singleton.ts") },
      // The package's exports name only its development build, which carries every warning.
      { find: /^react-router$/, replacement: here("../../node_modules/react-router/dist/production/index.mjs") },
      {
        find: /^react-router\/dom$/,
        replacement: here("../../node_modules/react-router/dist/production/dom-export.mjs"),
      },
    ],
    dedupe: ["react", "react-dom", "react-router"],
  },
  build: {
    target: "es2022",
    cssMinify: "lightningcss",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              priority: 1,
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(query-core|react-query))\/|platform\/(ui\/language\/(words|jsx-runtime)|language\/languages)\.ts$/,
            },
            {
              // the icons of the header and the rail are shared with lists, whose code would otherwise all be loaded with them
              name: "kit",
              test: /platform\/ui\/(\w+\/)?(answer|api|button|calls|client|code|data|date|density|empty-state|error-panel|figure|head|inbox-path|keyboard|lazy-with-retry|layer|live|loading|media|menu|modal|notices|popover|priority-mark|session|site-code|tooltip|working-site)\.tsx?$|lucide-react\/dist\/esm\/icons\/(search|chevron-(down|right)|chevrons-up-down)\.m?js$|(modules\/alerts\/web|apps\/web\/shell)\/client\.ts$/,
            },
            // what the frame shares with dialogs
            {
              name: "frame",
              test: /lucide-react\/dist\/esm\/icons\/(bell|cloud-off|key-round|map-pin|plus|receipt|rotate-ccw-clock)\.m?js$|modules\/alerts\/web\/(labels|place)\.ts$/,
            },
            // everything in one language is one file
            { name: "language", test: /apps\/web\/language\.ts$|platform\/language\/(translator|elements)\.ts$/ },
            { name: (id: string) => `words-${/(\w+)\.ts$/.exec(id)?.[1]}`, test: /\/words\/\w+\.ts$/ },
            { name: "forms", test: /node_modules\/(react-hook-form|@hookform|effect)\// },
            // code shared by most screens is one file: on a slow connection each request costs a round trip
            {
              name: "screen",
              test: /platform\/ui\/(\w+\/)?(drawer|key-values|metric-strip|money|page|panel|status-mark|tabs|timeline)\.tsx?$|node_modules\/nuqs\/|modules\/\w+\/web\/client\.ts$/,
            },
            { name: "list", test: /platform\/ui\/(\w+\/)?(chosen|data-table|filter-bar|list-page|list-state|saved-views)\.tsx?$/ },
            // what the connection bar loads for everyone who has signed in: the outboxes, and the service worker
            { name: "offline", test: /apps\/web\/shell\/offline\/(sources|installed)\.ts$/ },
            { name: "table", test: /node_modules\/@tanstack\/(react-table|table-core|react-store|store)\// },
          ],
        },
      },
    },
  },
})

const sites = [
  { code: "US", name: "Unity State", x: 266, y: 142, dx: -158, dy: 22 },
  { code: "PA", name: "Paloj-Adar", x: 385, y: 88, dx: 14, dy: 0 },
  { code: "JU", name: "Juba Office", x: 344, y: 334, dx: 14, dy: 0 },
] as const

/** The three sites on the White Nile, drawn as lines. Outline after Natural Earth (public domain), simplified. */
export const SiteMap = () => (
  <svg className="map" viewBox="0 0 515 400" role="img" aria-label="Map of South Sudan with the sites Unity State, Paloj-Adar and Juba Office">
    <path
      className="map-border"
      d="M13 165l24-10 11-39 12-20 31-6 8 12 22 26 28-4 37 10 44 0 24-17 4-13 17-9 36 26 23-5 21-32 24-24-4-26-10-13 26-2 3-10 20 3-5 32 5 32 23 17 5 16-1 22 6 1 1 34-7 13-23 1-15 25 27 4 23 21 7 17 20 11 26 47-30 29-26 27-27 20-31 0-35 10-28-10-18 12-38-29-11-19-24 10-20-3-12 7-19-5-27-36-7-14-32-18-12-26-17-19-30-23-1-15-23-17z"
    />
    <g className="map-river">
      <path d="M364 389Q351 363 347 348Q344 334 347 320Q351 306 346 290Q342 275 332 257Q323 240 313 222Q303 205 298 185Q294 165 295 147Q297 130 310 132Q323 135 335 131Q347 128 354 115Q362 103 373 85Q384 68 390 49Q397 31 396 21L395 11" />
      <path d="M238 162Q246 150 253 146Q266 141 281 135L297 129M432 174Q392 156 371 146L341 130" />
    </g>
    <path className="map-link" d="M344 334L266 142M344 334L385 88" />
    <text className="map-water" x="302" y="262" textAnchor="end">
      White Nile
    </text>
    {sites.map(({ code, name, x, y, dx, dy }) => (
      <g key={code} className="map-site" data-site={code} transform={`translate(${x} ${y})`}>
        <circle r="4.5" />
        <g transform={`translate(${dx} ${dy})`}>
          <rect x="0" y="-9" width="25" height="18" rx="2" />
          <text className="map-code" x="12.5" y="4" textAnchor="middle">
            {code}
          </text>
          <text x="32" y="5">
            {name}
          </text>
        </g>
      </g>
    ))}
  </svg>
)

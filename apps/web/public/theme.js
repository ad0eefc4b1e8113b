// Runs before the first paint, so that a dark screen never flashes white.
{
  const root = document.documentElement
  const chosen = localStorage.getItem("theme")
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  root.className = dark ? "dark" : "light"
  root.dataset.density = localStorage.getItem("density") === "compact" ? "compact" : "comfortable"
  root.dataset.rail = localStorage.getItem("rail") ?? "wide"
  if (localStorage.getItem("language") === "ar") {
    root.lang = "ar"
    root.dir = "rtl"
  }
  if (!localStorage.getItem("biometric-user")) root.dataset.guest = ""
}

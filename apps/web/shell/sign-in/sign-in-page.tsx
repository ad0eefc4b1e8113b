import { sentenceOf, write } from "@ops/platform/ui/data/api.ts"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { languageCodes, languages } from "@ops/platform/language/languages.ts"
import { language, showIn, t } from "@ops/platform/ui/language/words.ts"
import { loaded } from "@ops/platform/ui/lazy-with-retry.ts"
import { type SessionUser, useSession } from "@ops/platform/ui/data/session.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ArrowLeft, Fingerprint, House, ScanFace } from "lucide-react"
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react"
import { Link, useNavigate, useSearchParams } from "react-router-dom"
import { useCompany } from "../company.ts"

/** The person an employee ID belongs to. In production only the first two fields. */
interface Employee {
  readonly employeeId: string
  readonly biometricEnabled: boolean
  readonly firstName?: string
  readonly lastName?: string
  readonly position?: string | null
  readonly department?: string | null
  readonly accessLevel?: number
  readonly levelName?: string
}

interface DemoAccounts {
  readonly password: string
  readonly accounts: readonly {
    readonly employeeId: string
    readonly name: string
    readonly role: string
    readonly levelName: string
    readonly accessLevel: number
  }[]
}

type Method = "fingerprint" | "face"

const returnKey = "sign-in-return"

const scanMs = 2000
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Where to go after sign-in: the previous page, if it is one of ours. */
const useReturn = () => {
  const [query] = useSearchParams()
  // the sign-in service redirects browsers back without it
  const wanted = query.get("return") ?? sessionStorage.getItem(returnKey) ?? "/"
  return /^\/(?![/\\])/.test(wanted) ? wanted : "/"
}

/** The device's sensor; in demo mode, if there is no sensor or no passkey, a simulated scan of two seconds instead. */
const scan = async (employeeId: string, method: Method, demo: boolean): Promise<SessionUser> => {
  const { signInWithPasskey } = await loaded(() => import("./passkey.ts"))
  const user = await signInWithPasskey(employeeId)
  if (user) return user
  if (!demo) throw new Error("This device has no passkey for you. Sign in with your password.")
  const [simulated] = await Promise.all([write<SessionUser>("POST", "/api/auth/demo-scan", { employeeId, method }), wait(scanMs)])
  return simulated
}

const SignInPage = () => {
  const { user, signedIn } = useSession()
  const company = useCompany()
  const demo = company?.mode === "demo"
  const accounts = useApiQuery<DemoAccounts>(demo ? "/api/auth/demo-accounts" : null).data
  const navigate = useNavigate()
  const target = useReturn()

  const [mode, setMode] = useState<"biometric" | "password">("biometric")
  const [employeeId, setEmployeeId] = useState("")
  const [password, setPassword] = useState("")
  const [employee, setEmployee] = useState<Employee>()
  const [busy, setBusy] = useState<"lookup" | "login" | "service" | Method>()
  const [fault, setFault] = useState("")
  const under = useRef(false)
  const id = useId()

  useEffect(() => {
    document.title = [t("Sign in"), company?.name].filter(Boolean).join(" · ")
  }, [company])
  useEffect(() => {
    if (!user) return
    sessionStorage.removeItem(returnKey)
    const timer = setTimeout(() => void navigate(target, { replace: true }), 100)
    return () => clearTimeout(timer)
  }, [user, navigate, target])

  const attempt = async (what: NonNullable<typeof busy>, act: () => Promise<void>) => {
    if (under.current) return
    under.current = true
    setBusy(what)
    setFault("")
    try {
      await act()
    } catch (error) {
      setFault(sentenceOf(error, error instanceof Error ? error.message : undefined))
    } finally {
      under.current = false
      setBusy(undefined)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (mode === "password") return void attempt("login", async () => signedIn(await write<SessionUser>("POST", "/api/auth/login", { employeeId, password })))
    void attempt("lookup", async () => setEmployee(await write<Employee>("POST", "/api/auth/lookup", { employeeId })))
  }
  const service = company?.signInService
  const leave = () =>
    void attempt("service", async () => {
      const { url } = await write<{ readonly url: string }>("POST", "/api/auth/provider/begin")
      sessionStorage.setItem(returnKey, target)
      location.assign(url)
    })
  useEffect(() => {
    const { state, ...back } = Object.fromEntries(new URLSearchParams(location.search))
    if (state === undefined || (back["code"] === undefined && back["error"] === undefined)) return
    // the service's answer is used once, and not kept in the history
    history.replaceState(null, "", location.pathname)
    const sent = Object.fromEntries(["code", "iss", "error"].flatMap((name) => (back[name] === undefined ? [] : [[name, back[name]]])))
    void attempt("service", async () => signedIn(await write<SessionUser>("POST", "/api/auth/provider/finish", { state, ...sent })))
  }, [signedIn])
  const start = (method: Method) => void attempt(method, async () => signedIn(await scan(employee?.employeeId ?? employeeId, method, demo)))
  const forget = () => {
    setEmployee(undefined)
    setFault("")
  }

  const field = (
    <div className="field">
      <label htmlFor={id}>Employee ID</label>
      <input
        id={id}
        className="input"
        value={employeeId}
        onChange={(event) => setEmployeeId(event.target.value)}
        autoComplete="username webauthn"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        // biome-ignore lint/a11y/noAutofocus: the page has one thing to do
        autoFocus
      />
    </div>
  )
  const said = fault && (
    <p className="fault" id={`${id}-fault`} role="alert">
      {fault}
    </p>
  )

  return (
    <main className="sign-in">
      <div className="sign-in-brand">
        <span className="mark" aria-hidden />
        <span>
          <b>{company?.name ?? "\u00a0"}</b>
          <small>Operations ledger</small>
        </span>
        <span className="spread" />
        <LanguageSwitch />
      </div>
      <section className="panel sign-in-panel" aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`}>Sign in</h1>
        {employee ? (
          <>
            <EmployeeCard employee={employee} />
            <div className="scans">
              <Button large disabled={!employee.biometricEnabled || busy !== undefined} onClick={() => start("fingerprint")}>
                <Fingerprint size={28} strokeWidth={1.5} aria-hidden />
                {busy === "fingerprint" ? "Scanning..." : "Fingerprint"}
              </Button>
              <Button large disabled={!employee.biometricEnabled || busy !== undefined} onClick={() => start("face")}>
                <ScanFace size={28} strokeWidth={1.5} aria-hidden />
                {busy === "face" ? "Scanning..." : "Face Scan"}
              </Button>
            </div>
            <span className="sr" role="status">
              {busy && "Scanning..."}
            </span>
            {!employee.biometricEnabled && <p className="hint">Biometric sign-in is switched off for this employee.</p>}
            {said}
            <div className="line">
              <Button onClick={forget} disabled={busy !== undefined}>
                <ArrowLeft size={16} aria-hidden /> Back
              </Button>
              <Home />
            </div>
          </>
        ) : (
          <>
            <fieldset className="modes" aria-label="How to sign in">
              {(["biometric", "password"] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  className="mode"
                  aria-pressed={mode === each}
                  onClick={() => {
                    setMode(each)
                    setFault("")
                  }}
                >
                  {each === "password" ? "Password" : "Biometric"}
                </button>
              ))}
            </fieldset>
            <form className="stack-fields" onSubmit={submit} noValidate>
              {field}
              {mode === "password" && (
                <div className="field">
                  <label htmlFor={`${id}-password`}>Password</label>
                  <input
                    id={`${id}-password`}
                    className="input"
                    type="password"
                    autoComplete="current-password"
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                  {accounts && (
                    <p className="hint">
                      Demo password: <code>{accounts.password}</code>
                    </p>
                  )}
                </div>
              )}
              {said}
              <Button type="submit" kind="primary" large disabled={employeeId.trim() === "" || (mode === "password" && password === "") || busy !== undefined}>
                {mode === "password" ? "Login with Password" : "Continue to Biometric"}
              </Button>
              {service !== undefined && (
                <Button type="button" large disabled={busy !== undefined} onClick={leave}>
                  {busy === "service" ? "Signing in..." : `Sign in with ${service}`}
                </Button>
              )}
              <div className="line">
                <Home />
              </div>
            </form>
          </>
        )}
        {accounts && !employee && (
          <section className="demo-accounts" aria-label="Demo accounts">
            <h2>Demo accounts</h2>
            <ul>
              {accounts.accounts.map((account) => (
                <li key={account.employeeId}>
                  <button
                    type="button"
                    aria-pressed={employeeId === account.employeeId}
                    onClick={() => {
                      setEmployeeId(account.employeeId)
                      setFault("")
                    }}
                  >
                    <b className="num">{account.employeeId}</b>
                    <span>{account.name}</span>
                    <Badge>{account.levelName}</Badge>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </section>
    </main>
  )
}

/** The language of this device; a person who has chosen one reads their own after signing in. */
const LanguageSwitch = () => (
  <span className="line-tight">
    {languageCodes
      .filter((code) => code !== language())
      .map((code) => (
        <button key={code} type="button" className="link" lang={code} onClick={() => void showIn(code)}>
          {languages[code].name}
        </button>
      ))}
  </span>
)

const Home = () => (
  <Button asChild kind="quiet">
    <Link to="/">
      <House size={16} strokeWidth={1.75} aria-hidden /> Home
    </Link>
  </Button>
)

const EmployeeCard = ({ employee }: { employee: Employee }) => (
  <div className="employee">
    <div>
      <b>{employee.firstName ? `${employee.firstName} ${employee.lastName ?? ""}` : employee.employeeId}</b>
      {employee.position && (
        <small>
          {employee.position}
          {employee.department && `, ${employee.department}`}
        </small>
      )}
    </div>
    {employee.levelName && (
      <Badge>
        {employee.levelName}, level {employee.accessLevel}
      </Badge>
    )}
  </div>
)

export default SignInPage

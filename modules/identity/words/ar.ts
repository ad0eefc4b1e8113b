/** Arabic: sign-in. */
import type { Words } from "@ops/platform/language/languages.ts"

export default {
  "This account is suspended. Ask your manager.": "هذا الحساب موقوف. يُرجى مراجعة المدير.",
  "This first password was valid for one sign-in within three days. Ask for a new one.":
    "كانت كلمة المرور الأولى صالحة لتسجيل دخول واحد خلال ثلاثة أيام. يُرجى طلب كلمة جديدة.",
  "Choose your own password first": "يجب اختيار كلمة مرور خاصة أولًا",
  "{service} knows you, but you have no account here. Ask your administrator": "أنت معروف لدى {service} لكن لا حساب لك هنا. يُرجى مراجعة مسؤول النظام",
  "None of your groups at {service} gives a level here. Ask your administrator": "لا تمنحك أي من مجموعاتك لدى {service} مستوى هنا. يُرجى مراجعة مسؤول النظام",
  "This passkey belongs to another person": "مفتاح المرور هذا لشخص آخر",
  "Invalid employee ID or password": "رقم الموظف أو كلمة المرور غير صحيحة",
  "Invalid password": "كلمة المرور غير صحيحة",
  "Employee ID not found": "رقم الموظف غير موجود",
  "Not signed in": "لم يُسجَّل الدخول",
  "The check took too long. Start again.": "استغرق التحقق وقتًا طويلًا. يُرجى البدء من جديد.",
  "The device's passkey could not be checked. Try again.": "تعذر التحقق من مفتاح المرور. يُرجى المحاولة مرة أخرى.",
  "Too many people are signing in right now. Try again in a few seconds.": "عدد كبير يسجّل الدخول الآن. يُرجى المحاولة بعد ثوانٍ.",
  "Too many failed attempts. Try again in {time}.": "محاولات فاشلة كثيرة. يُرجى المحاولة بعد {time}.",
  "Too many attempts from this location. Try again in a minute.": "محاولات كثيرة من هذا المكان. يُرجى المحاولة بعد دقيقة.",
  "{n} minute": "دقيقة واحدة",
  "{n} minutes": { two: "دقيقتين", few: "{n} دقائق", many: "{n} دقيقة", other: "{n} دقيقة" },
  "There is no sign-in service here. Sign in with your password or passkey": "لا توجد خدمة دخول هنا. يُرجى تسجيل الدخول بكلمة المرور أو مفتاح المرور",
  "This sign-in was already used, was started in another browser, or took longer than ten minutes. Start again":
    "استُخدم طلب الدخول هذا من قبل، أو بدأ في متصفح آخر، أو تجاوز عشر دقائق. يُرجى البدء من جديد",
  "{service} is not responding. Sign in with your password or passkey, or try again in a few minutes":
    "لا تستجيب {service}. يُرجى تسجيل الدخول بكلمة المرور أو مفتاح المرور، أو المحاولة بعد دقائق",
  "The answer of {service} cannot be trusted, so no one was signed in: {why}. Tell your administrator":
    "تعذر الوثوق برد {service}، فلم يُسجَّل الدخول: {why}. يُرجى إبلاغ مسؤول النظام",
  "{service} did not let you sign in. Try again, or sign in with your password": "لم تسمح {service} بالدخول. يُرجى المحاولة مرة أخرى أو استخدام كلمة المرور",
} satisfies Words

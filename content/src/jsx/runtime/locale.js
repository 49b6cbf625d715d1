// Numbers and dates as English writes them. The engine has no tables of languages: another language is refused
// rather than written wrongly.

import { Refusal } from "postrider:element";

const SYMBOLS = { USD: "$", EUR: "€", GBP: "£", JPY: "¥", INR: "₹", CNY: "CN¥", KRW: "₩", BRL: "R$", CAD: "CA$", AUD: "A$", MXN: "MX$", ILS: "₪" };
const WHOLE = new Set(["JPY", "KRW", "VND", "CLP"]);
const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

function english(locales, accepted) {
  const locale = [locales].flat()[0];
  if (locale === undefined || accepted.test(String(locale))) return;
  throw new Refusal(`\`${String(locale).slice(0, 35)}\` is not there: numbers and dates can be written in en-US only`);
}

function unsupported(options, names) {
  const found = names.find((name) => options[name] !== undefined);
  if (found) throw new Refusal(`the option \`${found}\` for numbers and dates is not supported`);
}

function fractionDigits(options) {
  const { style, currency, minimumFractionDigits, maximumFractionDigits } = options;
  const ofMoney = WHOLE.has(currency) ? 0 : 2;
  const [least, most] = style === "currency" ? [ofMoney, ofMoney] : style === "percent" ? [0, 0] : [0, 3];
  const minimum = minimumFractionDigits ?? Math.min(least, maximumFractionDigits ?? least);
  return [minimum, maximumFractionDigits ?? Math.max(most, minimum)];
}

function formatNumber(value, options = {}) {
  unsupported(options, ["unit", "notation", "minimumSignificantDigits", "maximumSignificantDigits"]);
  const number = Number(value);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "NaN" : number < 0 ? "-∞" : "∞";
  const [minimum, maximum] = fractionDigits(options);
  const fixed = Math.abs(options.style === "percent" ? number * 100 : number).toFixed(maximum);
  const [whole, fraction = ""] = fixed.split(".");
  const kept = fraction.slice(0, minimum) + fraction.slice(minimum).replace(/0+$/, "");
  const grouped = options.useGrouping === false ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const digits = kept ? `${grouped}.${kept}` : grouped;
  const sign = number < 0 && /[1-9]/.test(digits) ? "-" : "";
  if (options.style === "percent") return `${sign}${digits}%`;
  if (options.style !== "currency") return sign + digits;
  return `${sign}${SYMBOLS[options.currency] ?? `${options.currency}\u00a0`}${digits}`;
}

const DATE_STYLES = {
  full: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
  long: { month: "long", day: "numeric", year: "numeric" },
  medium: { month: "short", day: "numeric", year: "numeric" },
  short: { month: "numeric", day: "numeric", year: "2-digit" },
};

const two = (number) => String(number).padStart(2, "0");
const named = (name, width) => (width === "long" ? name : name.slice(0, 3));

function formatDate(date, given = {}) {
  unsupported(given, ["era", "timeZoneName", "fractionalSecondDigits"]);
  if (given.timeZone && given.timeZone !== "UTC") throw new Refusal("dates can be written in UTC only");
  const asked = DATE_STYLES[given.dateStyle] ?? given;
  const parts = ["weekday", "year", "month", "day"].some((name) => asked[name]);
  const options = parts ? asked : { year: "numeric", month: "numeric", day: "numeric" };
  const year = options.year && (options.year === "2-digit" ? two(date.getUTCFullYear() % 100) : date.getUTCFullYear());
  const day = options.day && (options.day === "2-digit" ? two(date.getUTCDate()) : date.getUTCDate());
  const weekday = options.weekday && named(DAYS[date.getUTCDay()], options.weekday);
  if (options.month === "long" || options.month === "short") {
    const month = named(MONTHS[date.getUTCMonth()], options.month);
    return [weekday, [month, day].filter(Boolean).join(" "), year].filter(Boolean).join(day ? ", " : " ");
  }
  const number = date.getUTCMonth() + 1;
  const month = options.month && (options.month === "2-digit" ? two(number) : number);
  return [weekday, [month, day, year].filter(Boolean).join("/")].filter(Boolean).join(", ");
}

function formatTime(date, options = {}) {
  const hours = date.getUTCHours();
  const seconds = options.second || !(options.hour || options.minute || options.timeStyle) ? `:${two(date.getUTCSeconds())}` : "";
  const minutes = `${two(date.getUTCMinutes())}${seconds}`;
  return options.hour12 === false ? `${two(hours)}:${minutes}` : `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

function formatMoment(date, options = {}) {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const time = options.hour || options.minute || options.second || options.timeStyle;
  const day = options.year || options.month || options.day || options.weekday || options.dateStyle;
  if (time && !day) return formatTime(date, options);
  return time ? `${formatDate(date, options)}, ${formatTime(date, options)}` : formatDate(date, options);
}

const NUMBERS = /^en\b/;
const DATES = /^en(-US)?$/;

class NumberFormat {
  constructor(locales, options) {
    english(locales, NUMBERS);
    this.format = (value) => formatNumber(value, options);
  }
}

class DateTimeFormat {
  constructor(locales, options) {
    english(locales, DATES);
    this.format = (value) => formatMoment(new Date(value ?? Date.now()), options);
  }
}

const checked = (accepted, format) =>
  function (locales, options) {
    english(locales, accepted);
    return format(this, options);
  };

export function install() {
  globalThis.Intl = { NumberFormat, DateTimeFormat };
  Number.prototype.toLocaleString = checked(NUMBERS, formatNumber);
  BigInt.prototype.toLocaleString = checked(NUMBERS, formatNumber);
  Date.prototype.toLocaleDateString = checked(DATES, formatMoment);
  Date.prototype.toLocaleTimeString = checked(DATES, formatTime);
  Date.prototype.toLocaleString = checked(DATES, (date, options) =>
    options ? formatMoment(date, options) : `${formatDate(date)}, ${formatTime(date)}`,
  );
}

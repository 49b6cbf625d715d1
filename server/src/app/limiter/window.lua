-- Counts a call if there is room for it: the rules of `domain::window`, over one list.
--   KEYS[1]  when the admitted calls came that may still count, oldest first, in milliseconds
--   ARGV     the limit, the length of the window in milliseconds
-- Gives { admitted, count, now, oldest, in the way }: the fields of `domain::window::Reading`.

local window = KEYS[1]
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
-- Redis' own clock: those of the processes differ.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function call(index)
    return tonumber(redis.call('LINDEX', window, index))
end

local count = redis.call('LLEN', window)
local latest = math.max(now, call(-1) or now)
if latest - now > length then
    -- The clock was set back: all that counted counts as of now.
    latest = now
    for _ = 1, count do
        redis.call('RPUSH', window, now)
        redis.call('LPOP', window)
    end
end

-- Many may leave at once, so the first that stays is searched for and the list is cut there.
if count > 0 and call(0) + length <= latest then
    local gone, kept = 1, count
    while gone < kept do
        local middle = math.floor((gone + kept) / 2)
        if call(middle) + length <= latest then gone = middle + 1 else kept = middle end
    end
    redis.call('LTRIM', window, gone, -1)
    count = count - gone
end

local admitted = 0
if count < limit then
    admitted = 1
    count = count + 1
    redis.call('RPUSH', window, latest)
    redis.call('PEXPIRE', window, latest + length - now)
end

return { admitted, count, now, call(0) or latest, call(math.max(0, count - limit)) or latest }

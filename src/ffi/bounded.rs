//! Work that has no budget of its own, in a process that the system bounds.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::time::{Duration, Instant};

/// What work may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The time on a processor.
    pub time: Duration,
    /// The memory beside what this process has, in bytes.
    pub memory: u64,
}

/// How work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With an answer.
    Answered,
    OutOfTime,
    /// For want of memory, or because an assertion failed.
    Stopped,
}

/// How often the time that it may work a process may take on the clock: one that is stuck, at a lock that
/// no thread of it holds, neither works nor ends.
const STUCK: u32 = 8;

/// Runs `work` in a copy of this process, which ends with it: it leaves its answer in `answer`, and all
/// else that it does stays there. Returns how it ended, and the time that it took on a processor, or on
/// the clock where it was stuck.
///
/// The copy has this thread alone, so `work` takes no lock that another thread may hold. It may take
/// memory: the system's allocator has no lock that is held in a copy.
///
/// # Errors
///
/// The system makes no copy, or has no memory for the answer.
pub(crate) fn bounded(
    limits: Limits,
    answer: &mut [i64],
    work: impl FnOnce(&mut [i64]),
) -> io::Result<(End, Duration)> {
    let mut shared = SharedNumbers::new(answer.len() + 1)?;
    let space = address_space()?.saturating_add(limits.memory);
    // SAFETY: the copy runs what follows and ends; the memory is shared by both.
    let process = unsafe { libc::fork() };
    match process {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let numbers = shared.numbers();
            let (done, answer) = numbers.split_last_mut().expect("one number is for the end");
            let is_bounded = confine(limits.time, space).is_ok();
            if is_bounded && catch_unwind(AssertUnwindSafe(|| work(answer))).is_ok() {
                *done = 1;
            }
            // SAFETY: the copy ends here, without what the process would do at its end.
            unsafe { libc::_exit(0) }
        }
        _ => {
            let (status, time) = wait(process, limits.time * STUCK)?;
            let numbers = shared.numbers();
            let (done, found) = numbers.split_last_mut().expect("one number is for the end");
            if *done == 1 {
                answer.copy_from_slice(found);
                return Ok((End::Answered, time));
            }
            let is_late = match status {
                Some(status) => {
                    libc::WIFSIGNALED(status)
                        && matches!(libc::WTERMSIG(status), libc::SIGPROF | libc::SIGKILL)
                }
                // Where this process ignores its children nobody says how one ended.
                None => limits.time <= time,
            };
            Ok((if is_late { End::OutOfTime } else { End::Stopped }, time))
        }
    }
}

/// Numbers that a process and its copies share.
struct SharedNumbers {
    numbers: NonNull<i64>,
    length: usize,
}

impl SharedNumbers {
    fn new(length: usize) -> io::Result<Self> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        // SAFETY: this asks for new memory, which is zero.
        let memory = unsafe { libc::mmap(ptr::null_mut(), length * 8, access, kind, -1, 0) };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let numbers = NonNull::new(memory.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(SharedNumbers { numbers, length })
    }

    fn numbers(&mut self) -> &mut [i64] {
        // SAFETY: the memory has so many numbers. The process reads them after the copy ended.
        unsafe { std::slice::from_raw_parts_mut(self.numbers.as_ptr(), self.length) }
    }
}

impl Drop for SharedNumbers {
    fn drop(&mut self) {
        // SAFETY: the memory was made with this length, and nobody uses it after this.
        unsafe { libc::munmap(self.numbers.as_ptr().cast(), self.length * 8) };
    }
}

/// How many bytes of addresses this process uses.
fn address_space() -> io::Result<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let pages = pages.split(' ').next().and_then(|pages| pages.parse::<u64>().ok());
    // SAFETY: this reads a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    match (pages, u64::try_from(page)) {
        (Some(pages), Ok(page)) => Ok(pages.saturating_mul(page)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// Lets the system end this process, without a word, when it has used up what it may.
fn confine(time: Duration, space: u64) -> io::Result<()> {
    let check = |result: libc::c_int| match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    };
    // SAFETY: each call is given what it asks for, and changes this process alone.
    unsafe {
        let silent = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        check(silent)?;
        check(libc::dup2(silent, libc::STDERR_FILENO))?;
        let mut signals = std::mem::zeroed();
        check(libc::sigemptyset(&raw mut signals))?;
        // No handler of this process says anything in its copy, and no signal waits; those that have no
        // handler refuse.
        for signal in 1..=libc::SIGRTMAX() {
            libc::signal(signal, libc::SIG_DFL);
        }
        check(libc::sigprocmask(libc::SIG_SETMASK, &raw const signals, ptr::null_mut()))?;
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        check(libc::setrlimit(libc::RLIMIT_CORE, &raw const none))?;
        let mut memory = std::mem::zeroed();
        check(libc::getrlimit(libc::RLIMIT_AS, &raw mut memory))?;
        memory.rlim_cur = space.min(memory.rlim_max);
        check(libc::setrlimit(libc::RLIMIT_AS, &raw const memory))?;
        let (tv_sec, tv_usec) = (time.as_secs() as libc::time_t, time.subsec_micros().into());
        let worked = libc::itimerval {
            it_interval: libc::timeval { tv_sec: 0, tv_usec: 0 },
            it_value: libc::timeval { tv_sec, tv_usec },
        };
        check(libc::setitimer(libc::ITIMER_PROF, &raw const worked, ptr::null_mut()))
    }
}

/// Waits until a process ends, and ends it when `most` has passed on the clock: what it ended with, unless
/// the system keeps that to itself, and the time that it took.
fn wait(process: libc::pid_t, most: Duration) -> io::Result<(Option<libc::c_int>, Duration)> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(50);
    let mut is_stuck = false;
    loop {
        let mut status = 0;
        // SAFETY: a usage is numbers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        let how = if is_stuck { 0 } else { libc::WNOHANG };
        // SAFETY: both places are valid.
        let ended = unsafe { libc::wait4(process, &raw mut status, how, &raw mut usage) };
        if ended == process {
            let of = |time: libc::timeval| {
                let seconds = Duration::from_secs(time.tv_sec.try_into().unwrap_or(0));
                seconds + Duration::from_micros(time.tv_usec.try_into().unwrap_or(0))
            };
            let worked = of(usage.ru_utime) + of(usage.ru_stime);
            return Ok((Some(status), if is_stuck { start.elapsed() } else { worked }));
        }
        if ended == 0 && start.elapsed() <= most {
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(2));
        } else if ended == 0 {
            is_stuck = true;
            // SAFETY: nobody has waited for the process, so that no other has its number.
            unsafe { libc::kill(process, libc::SIGKILL) };
        } else {
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => {}
                Some(libc::ECHILD) => return Ok((None, start.elapsed())),
                _ => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { time: Duration::from_millis(50), memory: 1 << 28 };

    #[test]
    fn an_answer_comes_back() {
        let mut answer = [0; 2];
        let (end, _) = bounded(LIMITS, &mut answer, |answer| answer[1] = 7).unwrap();
        assert_eq!((end, answer), (End::Answered, [0, 7]));
    }

    #[test]
    fn work_without_end_is_ended() {
        let work = |answer: &mut [i64]| loop {
            answer[0] = std::hint::black_box(answer[0].wrapping_add(1));
        };
        let mut answer = [0];
        let (end, time) = bounded(LIMITS, &mut answer, work).unwrap();
        assert_eq!((end, answer), (End::OutOfTime, [0]));
        assert!(LIMITS.time / 2 < time && time < LIMITS.time * 20, "{time:?}");
    }

    #[test]
    fn what_stops_the_process_stops_the_copy_alone() {
        let mut answer = [0];
        let works: [fn(&mut [i64]); 3] = [
            |_| std::process::abort(),
            // A panic, without what would be written about it.
            |_| std::panic::resume_unwind(Box::new("a mistake")),
            |answer| {
                let bytes = std::hint::black_box(1usize << 30);
                answer[0] = i64::from(std::hint::black_box(vec![1u8; bytes])[bytes / 2]);
            },
        ];
        // Rust may say at length that there is no memory.
        let limits = Limits { time: Duration::from_secs(20), ..LIMITS };
        for work in works {
            let (end, _) = bounded(limits, &mut answer, work).unwrap();
            assert_eq!((end, answer), (End::Stopped, [0]));
        }
    }

    #[test]
    fn a_process_that_neither_works_nor_ends_is_ended_and_pays_for_it() {
        // Signals that this thread does not take are taken in the copy.
        let signals = [libc::SIGALRM, libc::SIGPROF, libc::SIGTERM];
        let wait = |_: &mut [i64]| std::thread::sleep(Duration::from_secs(60));
        let (end, time) = without(&signals, || bounded(LIMITS, &mut [0], wait)).unwrap();
        assert_eq!(end, End::OutOfTime);
        assert!(LIMITS.time * STUCK <= time && time < Duration::from_secs(20), "{time:?}");
    }

    #[test]
    fn signals_that_are_blocked_end_the_copy() {
        for signal in [libc::SIGTRAP, libc::SIGSYS, libc::SIGABRT, libc::SIGTERM] {
            let raise = |_: &mut [i64]| {
                // SAFETY: the copy ends itself.
                unsafe { libc::raise(signal) };
            };
            let (end, _) = without(&[signal], || bounded(LIMITS, &mut [0], raise)).unwrap();
            assert_eq!(end, End::Stopped, "{signal}");
        }
    }

    /// In a copy, because all threads of a process ignore its children.
    #[test]
    fn an_answer_comes_back_where_children_are_ignored() {
        let mut answer = [0; 2];
        let limits = Limits { time: Duration::from_secs(2), ..LIMITS };
        let (end, _) = bounded(limits, &mut answer, |answer| {
            // SAFETY: this changes the copy alone.
            unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
            let (first, second) = answer.split_at_mut(1);
            let right = bounded(LIMITS, first, |answer| answer[0] = 7);
            let wrong = bounded(LIMITS, second, |_| std::process::abort());
            let ends = [right, wrong].map(|end| end.map(|(end, _)| end).ok());
            second[0] = i64::from(ends == [Some(End::Answered), Some(End::Stopped)]);
        })
        .unwrap();
        assert_eq!((end, answer), (End::Answered, [7, 1]));
    }

    /// What work gives while this thread takes none of these signals.
    fn without<T>(signals: &[libc::c_int], work: impl FnOnce() -> T) -> T {
        // SAFETY: each call is given what it asks for, and changes the signals of this thread.
        let change = |how| unsafe {
            let mut set = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            for &signal in signals {
                libc::sigaddset(&raw mut set, signal);
            }
            libc::pthread_sigmask(how, &raw const set, ptr::null_mut());
        };
        change(libc::SIG_BLOCK);
        let result = work();
        change(libc::SIG_UNBLOCK);
        result
    }
}

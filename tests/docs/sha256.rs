//! SHA-256, to compare the hashes in a page's security policy with the page.

/// The hash of some bytes, in base64.
pub(crate) fn base64_of(bytes: &[u8]) -> String {
    base64(&digest(bytes))
}

fn primes() -> impl Iterator<Item = u32> {
    (2u32..).filter(|n| (2..*n).all(|d| n % d != 0))
}

/// The first 32 bits of the fractional part of a root.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the fraction of a double is exact to more than 32 bits here"
)]
fn fraction(root: f64) -> u32 {
    (root.fract() * 4_294_967_296.0) as u32
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    let keys: Vec<u32> = primes()
        .take(64)
        .map(|p| fraction(f64::from(p).cbrt()))
        .collect();
    let mut state: Vec<u32> = primes()
        .take(8)
        .map(|p| fraction(f64::from(p).sqrt()))
        .collect();
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        for i in 16..64 {
            let (a, b) = (words[i - 15], words[i - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            let sum = words[i - 16]
                .wrapping_add(a)
                .wrapping_add(words[i - 7])
                .wrapping_add(b);
            words.push(sum);
        }
        let mut v = state.clone();
        for (key, word) in keys.iter().zip(&words) {
            let e = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first = [e, choice, *key, *word]
                .into_iter()
                .fold(v[7], u32::wrapping_add);
            let a = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.pop();
            v.insert(0, first.wrapping_add(a).wrapping_add(majority));
            v[4] = v[4].wrapping_add(first);
        }
        for (state, value) in state.iter_mut().zip(v) {
            *state = state.wrapping_add(value);
        }
    }
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut group = [0u8; 4];
        group[1..=chunk.len()].copy_from_slice(chunk);
        let group = u32::from_be_bytes(group);
        for i in 0..4 {
            let index = (group >> (18 - 6 * i)) & 63;
            let is_used = i <= chunk.len();
            text.push(if is_used {
                char::from(alphabet[index as usize])
            } else {
                '='
            });
        }
    }
    text
}

#[test]
fn the_known_hash_of_abc_is_computed() {
    assert_eq!(
        base64_of(b"abc"),
        "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    );
    assert_eq!(
        base64_of(b""),
        "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    );
}

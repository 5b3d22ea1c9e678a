//! What is read: one JSON text per workload, valid against its tool's schema.

/// Three strings.
pub(crate) const STATION: &str =
    r#"{"network":"northern","station":"Alder Junction","platform":"4b"}"#;

/// Ten constrained properties.
pub(crate) const PARCELS: &str = r#"{"text":"fragile glass, second floor","depot":"BRN-2041","status":"moving","order":"oldest","offset":150,"limit":25,"fill":0.75,"codes":["A7","B12","C30"],"insured":true,"window":{"first":"2024-03-01","last":"2024-03-09","weekends":false}}"#;

/// A union, with the tag before the properties it chooses.
pub(crate) const TICKET_TAG_FIRST: &str =
    r#"{"action":"amend","ticket":4711,"subject":"Printer on fire","urgency":"high"}"#;

/// The same, with the tag behind them.
pub(crate) const TICKET_TAG_LAST: &str =
    r#"{"ticket":4711,"subject":"Printer on fire","urgency":"high","action":"amend"}"#;

/// An open object: a null, defaults left out, and a property that is not declared.
pub(crate) const EVENTS: &str = r#"{"calendar":"team","query":null,"page":2,"expand":true,"people":["ada","grace","edsger"],"labels":{"room":"blue","floor":"3"},"trace":"abc"}"#;

/// A hundred nested objects.
pub(crate) fn route() -> String {
    let stops: Vec<String> = (0..100_u8)
        .map(|i| {
            let side = ["left", "right", "rear"][usize::from(i % 3)];
            let at = f64::from(i);
            let (load, east, north) = (at * 1.25, 7.0 + at / 64.0, 51.0 - at / 32.0);
            format!(
                r#"{{"number":{i},"name":"Stop number {i}","locked":{},"side":"{side}","load":{load},"notes":["ring twice","gate {i}"],"place":{{"east":{east},"north":{north},"label":"yard {i}"}}}}"#,
                i % 2 == 0,
            )
        })
        .collect();
    format!(r#"{{"stops":[{}]}}"#, stops.join(","))
}
